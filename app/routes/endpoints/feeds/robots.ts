import { configContext } from '#server/http/context.server.ts'
import { textAnswer } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/robots.ts'

const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /editor', 'Disallow: /search', 'Allow: /', '']

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(configContext)
  return textAnswer([...lines, `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'), 'text/plain')
}
