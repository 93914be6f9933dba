import { redirect } from 'react-router'
import { endSession } from '#features/staff/session/sessions.server.ts'
import { configContext, dbContext, nowContext } from '#server/http/context.server.ts'
import { readButton } from '#server/input/form.server.ts'
import { jsonWith, redirectWith, unreadableForm } from '#routes/staff/shared/answers.server.ts'
import { actorOf, allowActing, allowReading } from '#routes/request/guard.server.ts'
import type { Route } from './+types/sign-out.ts'

const route = 'routes/staff/sign-in/sign-out'

/** A link that is only opened signs nobody out. */
export function loader(args: Route.LoaderArgs) {
  allowReading(args, route)
  return redirect('/')
}

export async function action(args: Route.ActionArgs) {
  const session = allowActing(args, route)
  if (!(await readButton(args.request)).ok) return jsonWith(400, { ok: false, sentence: unreadableForm })
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
