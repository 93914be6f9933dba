import { data } from 'react-router'
import { refusalContext } from '#server/http/context.server.ts'
import { notFound } from './not-found.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import type { Route } from './+types/not-found.ts'

/** Every address that no other route knows, and every request that was refused before routing. */
export async function loader(args: Route.LoaderArgs) {
  begin(args, 'routes/site/frame/not-found')
  const { context, request } = args
  const refusal = context.get(refusalContext)
  if (refusal) throw data({ sentence: refusal.sentence }, { status: refusal.status })
  throw await notFound(context, request)
}

export { loader as action }

export default function NotFound() {
  return null
}
