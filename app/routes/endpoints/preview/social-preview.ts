import { createHash } from 'node:crypto'
import { redirect } from 'react-router'
import { findRedirect } from '#features/content/addresses/redirects.server.ts'
import { drawPng } from '#server/pictures/pictures.server.ts'
import { RecentBytes } from '#server/cache/recent-bytes.ts'
import { begin } from '#routes/request/begin.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import { isUnchanged } from '#routes/endpoints/files/byte-range.ts'
import { findPreview } from './preview-subject.server.ts'
import type { Route } from './+types/social-preview.ts'

const pictures = new RecentBytes({ entries: 200, bytes: 20 * 1024 * 1024 })

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/endpoints/preview/social-preview')
  const { params, request } = args
  const path = /^(.+)\.png$/.exec(params['*'])?.[1]
  const preview = path && (await findPreview(db, path === 'index' ? '/' : `/${path}`))
  if (!preview) {
    const moved = path && (await findRedirect(db, `/${path}`))
    return moved ? redirect(`/preview${moved}.png`, 301) : notThere('There is no picture at this address.')
  }

  // A picture is identified by what it says, so it never outlives a change of the page.
  const key = createHash('sha256').update(JSON.stringify(preview)).digest('base64url').slice(0, 22)
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400', etag: `"${key}"` }
  if (isUnchanged(request.headers, headers.etag)) return new Response(null, { status: 304, headers })
  const png = await pictures.findOrMake(key, async () => {
    // Previews are rarely requested, and the library that renders their letters is large.
    const { drawPreview } = await import('./preview-picture.server.tsx')
    return drawPng(drawPreview(preview))
  })
  return new Response(png as BodyInit, { headers: { ...headers, 'content-length': String(png.length) } })
}
