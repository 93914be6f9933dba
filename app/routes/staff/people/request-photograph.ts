import { readRequestPhotograph } from '#features/own-pages/photographs.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import { privateFile } from '#routes/endpoints/files/private-file.ts'
import { begin } from '#routes/request/begin.server.ts'
import type { Route } from './+types/request-photograph.ts'

/** The picture that a person asks the office to show. */
export async function loader(args: Route.LoaderArgs) {
  const { db, privateFiles, actor, now } = begin(args, 'routes/staff/people/request-photograph')
  const file = await readRequestPhotograph(db, privateFiles, actor, args.params.id, now)
  return file ? privateFile(file, true) : notThere('This photograph does not exist.')
}
