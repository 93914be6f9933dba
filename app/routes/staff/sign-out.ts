import { redirect } from 'react-router'
import { endSession } from '#features/staff/sessions.server.ts'
import { configContext, dbContext, nowContext } from '#server/context.server.ts'
import { redirectWith } from './answers.server.ts'
import { actorOf, allowActing } from './guard.server.ts'
import type { Route } from './+types/sign-out.ts'

/** A link that is only opened signs nobody out. */
export function loader() {
  return redirect('/')
}

export async function action(args: Route.ActionArgs) {
  const session = allowActing(args, 'routes/staff/sign-out')
  if (!session) return redirect('/')
  const { context } = args
  const { cookies } = await endSession(
    context.get(dbContext),
    context.get(configContext),
    actorOf(args),
    session,
    context.get(nowContext),
  )
  return redirectWith('/', cookies)
}
