import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  serverBuildFile: 'index.js',
  // The whole map of routes goes out with a page that hydrates, so no endpoint has to tell it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
