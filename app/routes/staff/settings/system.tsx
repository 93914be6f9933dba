import { Form, redirect } from 'react-router'
import { releaseMail } from '#features/backups/release.server.ts'
import { describeSystem } from '#features/watching/system.server.ts'
import { readButton } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { unlessWrong } from '#routes/request/answers.server.ts'
import { BackupTable } from './backup-table.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/system.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, now } = begin(args, 'routes/staff/settings/system')
  return {
    system: await describeSystem(db, config, now),
  }
}

/** The only action here: letting a restored copy send letters. Repeating it changes nothing. */
export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, 'routes/staff/settings/system')
  const { request } = args
  unlessWrong(await readButton(request))
  await releaseMail(db, actor, now)
  return redirect('/admin/system')
}

export default function SystemPage({ loaderData: { system } }: Route.ComponentProps) {
  const { lastMadeAt, drill, heldSince, latest } = system.backups
  return (
    <>
      <StaffTitle title="System" />
      {heldSince && (
        <>
          <Notice title="This copy was restored and does not send email">
            <p>
              Since <Moment at={heldSince} />. Turn email on only when the original site is switched off, or
              people get emails from both. Emails that were waiting when the backup was made are not sent
              automatically; you find them in the <a href="/admin/mail">email log</a>. A newsletter issue that
              was being sent continues to the subscribers who have not received it.
            </p>
          </Notice>
          <Form method="post">
            <Button>Turn email on</Button>
          </Form>
        </>
      )}
      {system.casesWithoutAdministrator > 0 && (
        <Notice kind="warning" title="No administrator can decide some cases">
          <p>
            {system.casesWithoutAdministrator === 1
              ? 'One open case involves every administrator, and nobody can work on a case in which they are involved. '
              : `${system.casesWithoutAdministrator} open cases involve every administrator, and nobody can work on a case in which they are involved. `}
            Ask the Council to name someone who is not involved,{' '}
            <a href="/admin/staff">invite that person as an administrator</a>, and change the role back when
            the cases are decided.
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
            label: 'Email',
            value: system.mail.isSending
              ? 'Sent through the mail server'
              : 'Stored, not sent: no mail server is set up',
          },
          { label: 'Failed emails', value: String(system.mail.failed) },
          { label: 'Waiting background jobs', value: String(system.jobs.waiting) },
          { label: 'Failed background jobs', value: String(system.jobs.failed) },
          { label: 'Audit trail', value: `${system.audit.entries} entries` },
          { label: 'Last backup', value: lastMadeAt ? <Moment at={lastMadeAt} /> : 'None yet' },
          ...(system.recovery
            ? [
                {
                  label: 'Last recovery point',
                  value: system.recovery.lastAt ? <Moment at={system.recovery.lastAt} /> : 'None yet',
                },
              ]
            : []),
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
  if (!drill) return 'None yet. The first drill follows the first backup.'
  return (
    <>
      <Moment at={drill.at} />: the backup of <Moment at={drill.ofBackup} />{' '}
      {drill.problem ? 'could not be restored. ' : 'can be restored'}
      {drill.problem}
    </>
  )
}

function gigabytes(bytes: number) {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
