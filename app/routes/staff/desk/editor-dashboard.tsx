import { readDesk } from '#features/desk/desk.server.ts'
import { DeskPage } from './desk-page.tsx'
import { begin } from '#routes/request/begin.server.ts'
import type { Route } from './+types/editor-dashboard.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, session, now } = begin(args, 'routes/staff/desk/editor-dashboard')
  const who = { id: session.user.id, role: session.user.role ?? ('editor' as const) }
  const {
    pending: _pending,
    failedMail: _mail,
    bouncedMail: _bounced,
    failedJobs: _jobs,
    signIns: _signIns,
    ...desk
  } = await readDesk(db, who, now)
  return { desk }
}

export default function EditorDashboard({ loaderData: { desk } }: Route.ComponentProps) {
  return <DeskPage title="Editor Dashboard" desk={desk} />
}
