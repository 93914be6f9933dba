import { redirect } from 'react-router'
import { endSession } from '#features/staff/sessions.server.ts'
import { configContext, dbContext, nowContext } from '#server/context.server.ts'
import { readButton } from '#server/form.server.ts'
import { jsonWith, redirectWith, unreadableForm } from './answers.server.ts'
import { actorOf, allowActing, allowReading } from './guard.server.ts'
import type { Route } from './+types/sign-out.ts'

const route = 'routes/staff/sign-out'

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
