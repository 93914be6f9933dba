import { findDownloadFile } from '#features/media/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { attachment, notThere, shownInViewer } from '#routes/endpoints/answers.ts'
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
    ...(file.media_type === 'application/pdf' ? shownInViewer(file.name) : onlyToSave(file.name)),
    'cache-control': 'public, max-age=3600',
  })
}

/** Any other upload is saved and never shown as a document of our own origin. */
function onlyToSave(name: string) {
  return {
    'content-disposition': attachment(name),
    'content-security-policy': `default-src 'none'; sandbox`,
  }
}
