import { readCaseFile } from '#features/casework/reading.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import { privateFile } from '#routes/endpoints/files/private-file.ts'
import type { Route } from './+types/case-file.ts'

/** One file that came with a form, for staff only. */
export async function loader(args: Route.LoaderArgs) {
  const { db, privateFiles, actor, now } = begin(args, 'routes/staff/cases/case-file')
  const { params, url } = args
  const file = await readCaseFile(db, actor, privateFiles, params.reference, params.id, now)
  if (!file) return notThere('This file does not exist.')
  return privateFile(file, url.searchParams.has('show'))
}
