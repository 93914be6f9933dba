import { readDesk } from '#features/desk/desk.server.ts'
import { dbContext, nowContext } from '#server/http/context.server.ts'
import { DeskPage } from './desk-page.tsx'
import { allowReading } from '#routes/request/guard.server.ts'
import type { Route } from './+types/editor-dashboard.ts'

export async function loader(args: Route.LoaderArgs) {
  const session = allowReading(args, 'routes/staff/desk/editor-dashboard')
  const { context } = args
  const who = { id: session?.user.id ?? '', role: session?.user.role ?? ('editor' as const) }
  const {
    pending: _pending,
    failedMail: _mail,
    bouncedMail: _bounced,
    failedJobs: _jobs,
    signIns: _signIns,
    ...desk
  } = await readDesk(context.get(dbContext), who, context.get(nowContext))
  return { desk }
}

export default function EditorDashboard({ loaderData: { desk } }: Route.ComponentProps) {
  return <DeskPage title="Editor Dashboard" desk={desk} />
}
