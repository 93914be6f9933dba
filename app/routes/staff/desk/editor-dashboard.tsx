import { readEditorDesk } from '#features/desk/desk.server.ts'
import { editorTasks } from '#features/desk/tasks.ts'
import { minShown } from '#features/visits/periods.ts'
import { BarPlot } from '#ui/list/bar-plot.tsx'
import { DeskPage, Plots } from './desk-page.tsx'
import { begin } from '#routes/request/begin.server.ts'
import type { Route } from './+types/editor-dashboard.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, session, now } = begin(args, 'routes/staff/desk/editor-dashboard')
  const who = { id: session.user.id, role: session.user.role ?? ('editor' as const) }
  return { desk: await readEditorDesk(db, who, now) }
}

export default function EditorDashboard({ loaderData: { desk } }: Route.ComponentProps) {
  const plots = (
    <>
      <Plots id="month" title="The last 30 days">
        <BarPlot label={`Visits, on days with ${minShown} or more`} bars={desk.visits} />
      </Plots>
      <p>
        <a href="/editor/visits">All visits</a>
      </p>
      <Plots id="year" title="The last twelve months">
        <BarPlot label="Entries published" bars={desk.published} unit="month" />
        <BarPlot label="Nominations and applications" bars={desk.cases.submissions} unit="month" />
      </Plots>
    </>
  )
  return <DeskPage title="Editor Dashboard" desk={desk} tasks={editorTasks(desk)} plots={plots} />
}
