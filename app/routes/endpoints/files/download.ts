import { findDownloadFile } from '#features/media/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { attachment, inline, notThere } from '#routes/endpoints/answers.ts'
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
    ...(file.media_type === 'application/pdf' ? forViewer(file.name) : onlyToSave(file.name)),
    'cache-control': 'public, max-age=3600',
  })
}

/** A browser shows a PDF in its own viewer, which needs an object and inline styles and nothing else (decision 47). */
function forViewer(name: string) {
  const policy =
    `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; ` +
    `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { 'content-disposition': inline(name), 'content-security-policy': policy }
}

/** Any other upload is saved and never shown as a document of our own origin. */
function onlyToSave(name: string) {
  return {
    'content-disposition': attachment(name),
    'content-security-policy': `default-src 'none'; sandbox`,
  }
}
