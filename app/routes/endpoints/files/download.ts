import { findDownloadFile } from '#features/media/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { attachment, notThere } from '#routes/endpoints/answers.ts'
import { sendStored } from './stored-file.server.ts'
import type { Route } from './+types/download.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, files } = begin(args, 'routes/endpoints/files/download')
  const { params, request } = args
  const file = await findDownloadFile(db, params.id)
  // One file has one address: a link with another name in it was made up.
  if (!file || file.name.normalize() !== params.name.normalize())
    return notThere('There is no file at this address.')
  return sendStored(request, files, file, {
    'content-type': file.media_type,
    // Uploads are always saved and never shown as a document of our own origin.
    'content-disposition': attachment(file.name),
    'content-security-policy': `default-src 'none'; sandbox`,
    'cache-control': 'public, max-age=3600',
  })
}
