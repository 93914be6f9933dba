import { redirect } from 'react-router'
import { endSession } from '#features/staff/session/sessions.server.ts'
import { readButton } from '#server/input/form.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { jsonWith, redirectWith, unreadableForm } from '#routes/request/answers.server.ts'
import { signOutThere } from './providers.server.ts'
import { leavingPath } from './sign-out-request.ts'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/sign-out.ts'

const route = 'routes/staff/sign-in/sign-out'

/** Merely opening a link signs nobody out. */
export function loader(args: Route.LoaderArgs) {
  begin(args, route)
  return redirect('/')
}

export async function action(args: Route.ActionArgs) {
  const { db, config, session, actor, now } = begin(args, route)
  if (!(await readButton(args.request)).ok) return jsonWith(400, { ok: false, sentence: unreadableForm })
  if (!session) return redirect('/')
  const { tokens } = await endSession(db, actor, session, now)
  return redirectWith(leavingPath, [...staffCookies(config, tokens), ...(await signOutThere(args))])
}
