import { Form, redirect } from 'react-router'
import { releaseMail } from '#features/backups/release.server.ts'
import { describeSystem } from '#features/watching/system.server.ts'
import { configContext, dbContext, nowContext } from '#server/http/context.server.ts'
import { readButton } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { unlessWrong } from '#routes/staff/shared/answers.server.ts'
import { BackupTable } from './backup-table.tsx'
import { actorOf, allowActing, allowReading } from '#routes/request/guard.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/system.ts'

export async function loader(args: Route.LoaderArgs) {
  allowReading(args, 'routes/staff/settings/system')
  const { context } = args
  return {
    system: await describeSystem(context.get(dbContext), context.get(configContext), context.get(nowContext)),
  }
}

/** The one thing to do here: to let a restored copy send letters. Doing it twice is doing it once. */
export async function action(args: Route.ActionArgs) {
  allowActing(args, 'routes/staff/settings/system')
  const { context, request } = args
  unlessWrong(await readButton(request))
  await releaseMail(context.get(dbContext), actorOf(args), context.get(nowContext))
  return redirect('/admin/system')
}

export default function SystemPage({ loaderData: { system } }: Route.ComponentProps) {
  const { lastMadeAt, drill, heldSince, latest } = system.backups
  return (
    <>
      <StaffTitle title="System" />
      {heldSince && (
        <>
          <Notice title="This copy was restored and sends no letters">
            <p>
              Since <Moment at={heldSince} />. Let it send them only when the site that it was made from is
              closed, or people get letters from both. Letters that were waiting when the backup was made are
              not sent by themselves; they stand under <a href="/admin/mail">Mail</a>. An issue of the
              newsletter that was on its way goes on to those who had not been written to.
            </p>
          </Notice>
          <Form method="post">
            <Button>Let this copy send letters</Button>
          </Form>
        </>
      )}
      {system.casesWithoutAdministrator > 0 && (
        <Notice kind="warning" title="No administrator can decide some cases">
          <p>
            {system.casesWithoutAdministrator === 1
              ? 'One open case names every administrator, and nobody works on a case that names them. '
              : `${system.casesWithoutAdministrator} open cases name every administrator, and nobody works on a case that names them. `}
            <a href="/admin/staff">Invite an administrator</a> whom the Council chooses and who has no part in
            them; take the role back when they are decided.
          </p>
        </Notice>
      )}
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
          { label: 'Last backup', value: lastMadeAt ? <Moment at={lastMadeAt} /> : 'None yet' },
          { label: 'Last restore drill', value: <Drill drill={drill} /> },
          { label: 'Now', value: <Moment at={system.now} /> },
        ]}
      />
      <BackupTable backups={latest} />
    </>
  )
}

type Drill = Route.ComponentProps['loaderData']['system']['backups']['drill']

function Drill({ drill }: { drill: Drill }) {
  if (!drill) return 'None yet: the first follows the first backup'
  return (
    <>
      <Moment at={drill.at} />: the backup of <Moment at={drill.ofBackup} />{' '}
      {drill.problem ? 'failed. ' : 'is whole'}
      {drill.problem}
    </>
  )
}

function gigabytes(bytes: number) {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
