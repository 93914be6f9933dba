import { readDesk } from '#features/staff/desk.server.ts'
import { dbContext, nowContext } from '#server/context.server.ts'
import { DeskPage } from './desk-page.tsx'
import { allowReading } from './guard.server.ts'
import type { Route } from './+types/admin-dashboard.ts'

export async function loader(args: Route.LoaderArgs) {
  const session = allowReading(args, 'routes/staff/admin-dashboard')
  const { context } = args
  const who = { id: session?.user.id ?? '', role: 'admin' as const }
  return { desk: await readDesk(context.get(dbContext), who, context.get(nowContext)) }
}

export default function AdminDashboard({ loaderData: { desk } }: Route.ComponentProps) {
  return <DeskPage title="Administrator’s desk" desk={desk} isAdmin />
}
