import { begin } from '#routes/request/begin.server.ts'
import { textAnswer } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/robots.ts'

const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /editor', 'Disallow: /search', 'Allow: /', '']

export function loader(args: Route.LoaderArgs) {
  const { config } = begin(args, 'routes/endpoints/feeds/robots')
  const { origin } = config
  return textAnswer([...lines, `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'), 'text/plain')
}
