import { readDesk } from '#features/desk/desk.server.ts'
import { readFirstSteps } from '#features/first-steps/queries.server.ts'
import { listAlarms } from '#features/watching/alarms.server.ts'
import { DeskPage } from './desk-page.tsx'
import { FirstSteps } from './first-steps.tsx'
import { begin } from '#routes/request/begin.server.ts'
import type { Route } from './+types/admin-dashboard.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, session, now } = begin(args, 'routes/staff/desk/admin-dashboard')
  const who = { id: session.user.id, role: 'admin' as const }
  const alarms = await listAlarms(db, config, now)
  return {
    desk: await readDesk(db, who, now),
    firstSteps: await readFirstSteps(db, { smtpUrl: config.smtpUrl, hasFactor: session.hasFactor }),
    alarms: alarms.map(({ name, sentence }) => ({ name, sentence })),
  }
}

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { desk, alarms, firstSteps } = loaderData
  return (
    <DeskPage title="Admin Dashboard" desk={desk} alarms={alarms} isAdmin>
      <FirstSteps done={firstSteps} />
    </DeskPage>
  )
}
