import { describeSystem } from '#features/staff/system.server.ts'
import { configContext, dbContext, nowContext } from '#server/context.server.ts'
import { Facts } from '#ui/facts.tsx'
import { Moment } from '#ui/day.tsx'
import { allowReading } from './guard.server.ts'
import { StaffTitle } from './staff-title.tsx'
import type { Route } from './+types/system.ts'

export async function loader(args: Route.LoaderArgs) {
  allowReading(args, 'routes/staff/system')
  const { context } = args
  return {
    system: await describeSystem(context.get(dbContext), context.get(configContext), context.get(nowContext)),
  }
}

export default function SystemPage({ loaderData: { system } }: Route.ComponentProps) {
  return (
    <>
      <StaffTitle title="System" />
      <Facts
        facts={[
          { label: 'Version', value: system.version },
          { label: 'Database', value: system.engine },
          { label: 'Runtime', value: `Node ${system.node}` },
          {
            label: 'Disk',
            value: `${gigabytes(system.disk.free)} free of ${gigabytes(system.disk.size)}`,
          },
          {
            label: 'Mail',
            value: system.mail.isSending
              ? 'Sent by the mail server'
              : 'Kept, not sent: no mail server is set up',
          },
          { label: 'Letters that failed', value: String(system.mail.failed) },
          { label: 'Jobs waiting', value: String(system.jobs.waiting) },
          { label: 'Jobs that failed', value: String(system.jobs.failed) },
          { label: 'Audit trail', value: `${system.audit.entries} entries` },
          { label: 'Last backup', value: 'None on record: backups are not set up on this site yet' },
          { label: 'Now', value: <Moment at={system.now} /> },
        ]}
      />
    </>
  )
}

function gigabytes(bytes: number) {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
