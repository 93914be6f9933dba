import { readCaseFile } from '#features/casework/reading.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { attachment, notThere } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/case-file.ts'

/** Types that are shown as such; anything else is only bytes to save. */
const known = new Set(['application/pdf', 'image/jpeg', 'image/png'])

/** One file that came with a form, for staff only. Whatever it contains, nothing of it runs here. */
export async function loader(args: Route.LoaderArgs) {
  const { db, privateFiles, actor, now } = begin(args, 'routes/staff/cases/case-file')
  const { params, url } = args
  const file = await readCaseFile(db, actor, privateFiles, params.reference, params.id, now)
  if (!file) return notThere('This file does not exist.')
  const type = known.has(file.mediaType) ? file.mediaType : 'application/octet-stream'
  const isShown = url.searchParams.has('show') && type.startsWith('image/')
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      'content-type': type,
      'content-length': String(file.bytes.length),
      'content-disposition': isShown ? 'inline' : attachment(file.name || 'file'),
      'content-security-policy': `default-src 'none'; sandbox`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  })
}
