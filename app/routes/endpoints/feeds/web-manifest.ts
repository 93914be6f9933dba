import { readSettings } from '#features/settings/queries.server.ts'
import { backgrounds } from '#ui/foundations/spectrum.ts'
import { begin } from '#routes/request/begin.server.ts'
import { textAnswer } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/web-manifest.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/endpoints/feeds/web-manifest')
  const { societyName, shortName } = await readSettings(db)
  const manifest = {
    id: '/',
    name: societyName,
    short_name: shortName,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: backgrounds.light.page,
    theme_color: backgrounds.light.page,
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192', purpose: 'any maskable' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
    ],
  }
  return textAnswer(JSON.stringify(manifest), 'application/manifest+json')
}
