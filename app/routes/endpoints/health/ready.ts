import { canServe } from '#features/watching/queries.server.ts'
import { isOpenContext } from '#server/http/context.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { plainAnswer } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/ready.ts'

/**
 * Reports whether visitors may be sent here: not while the database is unreachable, and not once the process is
 * stopping.
 */
export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/endpoints/health/ready')
  const { context } = args
  if (!context.get(isOpenContext)) return plainAnswer('stopping', 503)
  const isReady = await canServe(db)
  return isReady ? plainAnswer('ready') : plainAnswer('the database does not answer', 503)
}
