import { findWholePicture } from '#features/media/library.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { sendStored } from '#routes/endpoints/files/stored-file.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/media-whole.ts'

/** A picture of the library uncut, for staff who choose what of it is shown. */
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
  // What is kept nowhere needs no tag to ask again with.
  answer.headers.delete('etag')
  return answer
}
