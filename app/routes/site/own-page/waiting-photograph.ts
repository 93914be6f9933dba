import { readWaitingPhotograph } from '#features/own-pages/photographs.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import { privateFile } from '#routes/endpoints/files/private-file.ts'
import { begin } from '#routes/request/begin.server.ts'
import { requireVisit } from './own-session.server.ts'
import type { Route } from './+types/waiting-photograph.ts'

/** The picture that waits for the office, for the person who sent it. */
export async function loader(args: Route.LoaderArgs) {
  const { db, privateFiles } = begin(args, 'routes/site/own-page/waiting-photograph')
  const { session } = await requireVisit(args)
  const file = await readWaitingPhotograph(db, privateFiles, session.personId)
  return file ? privateFile(file, true) : notThere('No photograph is waiting for the office.')
}
