import { linkPurposes } from '#features/cases/purposes.ts'
import { readLinkFile } from '#features/nominations/link-files.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import { privateFile } from '#routes/endpoints/files/private-file.ts'
import type { Route } from './+types/confirm-file.ts'

/** A file of a nomination, for the person whose link shows it. */
export async function loader(args: Route.LoaderArgs) {
  const { db, privateFiles, now } = begin(args, 'routes/site/confirm/confirm-file')
  const { params, url } = args
  const purpose = linkPurposes.find((one) => one === params.purpose)
  const token = url.searchParams.get('token') ?? ''
  const file = purpose && (await readLinkFile(db, privateFiles, { purpose, token, id: params.id }, now))
  return file ? privateFile(file) : notThere('This file does not exist, or the link has expired.')
}
