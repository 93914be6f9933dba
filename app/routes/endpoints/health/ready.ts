import { canServe } from '#features/watching/queries.server.ts'
import { dbContext, isOpenContext } from '#server/http/context.server.ts'
import { plainAnswer } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/ready.ts'

/** Says whether visitors may be sent here: not while the database is away, and not once the process is to stop. */
export async function loader({ context }: Route.LoaderArgs) {
  if (!context.get(isOpenContext)) return plainAnswer('stopping', 503)
  const isReady = await canServe(context.get(dbContext))
  return isReady ? plainAnswer('ready') : plainAnswer('the database does not answer', 503)
}
