import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  serverBuildFile: 'index.js',
  // The whole map of routes is sent with a page that hydrates, so no endpoint has to serve it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
