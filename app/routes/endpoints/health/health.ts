import { begin } from '#routes/request/begin.server.ts'
import { plainAnswer } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/health.ts'

/**
 * Reports that the process answers. It checks nothing else, so that a slow database does not get the process restarted.
 */
export function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/endpoints/health/health')
  return plainAnswer('ok')
}
