import { readAdminDesk } from '#features/desk/desk.server.ts'
import { adminTasks } from '#features/desk/tasks.ts'
import { readFirstSteps } from '#features/first-steps/queries.server.ts'
import { findStoreProblem, listAlarms } from '#features/watching/alarms.server.ts'
import { minShown } from '#features/visits/periods.ts'
import { BarPlot } from '#ui/list/bar-plot.tsx'
import { DeskPage, Plots } from './desk-page.tsx'
import { FirstSteps } from './first-steps.tsx'
import { begin } from '#routes/request/begin.server.ts'
import type { Route } from './+types/admin-dashboard.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, files, config, session, now } = begin(args, 'routes/staff/desk/admin-dashboard')
  const alarms = await listAlarms(db, { ...config, storeProblem: await findStoreProblem(files) }, now)
  return {
    desk: await readAdminDesk(db, session.user.id, now),
    firstSteps: await readFirstSteps(db, { smtpUrl: config.smtpUrl, hasFactor: session.hasFactor }),
    alarms: alarms.map(({ name, sentence }) => ({ name, sentence })),
  }
}

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { desk, alarms, firstSteps } = loaderData
  const plots = (
    <>
      <Plots id="month" title="The last 30 days">
        <BarPlot label={`Visits, on days with ${minShown} or more`} bars={desk.visits} />
        <BarPlot label="Activity" bars={desk.changes} />
        <BarPlot label="Sign-ins" bars={desk.signIns} />
      </Plots>
      <p>
        <a href="/editor/visits">All visits</a>
      </p>
      <Plots id="year" title="The last twelve months">
        <BarPlot label="Nominations and applications" bars={desk.cases.submissions} unit="month" />
      </Plots>
    </>
  )
  return (
    <DeskPage title="Admin Dashboard" desk={desk} tasks={adminTasks(desk)} alarms={alarms} plots={plots}>
      <FirstSteps done={firstSteps} />
    </DeskPage>
  )
}
