import { readDesk } from '#features/desk/desk.server.ts'
import { listAlarms } from '#features/watching/alarms.server.ts'
import { configContext, dbContext, nowContext } from '#server/http/context.server.ts'
import { DeskPage } from './desk-page.tsx'
import { allowReading } from '#routes/request/guard.server.ts'
import type { Route } from './+types/admin-dashboard.ts'

export async function loader(args: Route.LoaderArgs) {
  const session = allowReading(args, 'routes/staff/desk/admin-dashboard')
  const { context } = args
  const who = { id: session?.user.id ?? '', role: 'admin' as const }
  const [db, now] = [context.get(dbContext), context.get(nowContext)]
  const alarms = await listAlarms(db, context.get(configContext), now)
  return {
    desk: await readDesk(db, who, now),
    alarms: alarms.map(({ name, sentence }) => ({ name, sentence })),
  }
}

export default function AdminDashboard({ loaderData: { desk, alarms } }: Route.ComponentProps) {
  return <DeskPage title="Admin Dashboard" desk={desk} alarms={alarms} isAdmin />
}
