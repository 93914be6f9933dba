import { findWholePicture } from '#features/media/library.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { sendStored } from '#routes/endpoints/files/stored-file.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/media-whole.ts'

/** An uncropped picture of the library, for staff who choose the crop. */
export async function loader(args: Route.LoaderArgs) {
  const { db, files } = begin(args, 'routes/staff/media/media-whole')
  const { params, request } = args
  const file = await findWholePicture(db, params.id)
  if (!file) return notThere('There is no picture at this address.')
  const answer = await sendStored(request, files, file, {
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; sandbox`,
  })
  // A response that is never cached needs no ETag.
  answer.headers.delete('etag')
  return answer
}
