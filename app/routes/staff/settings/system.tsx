import { data, Form, redirect } from 'react-router'
import { releaseMail } from '#features/backups/release.server.ts'
import { removeJobs, tryJobsAgain } from '#features/watching/failed-jobs.server.ts'
import { describeSystem } from '#features/watching/system.server.ts'
import { noFields, readButton, readChosen } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin, given } from '#routes/request/begin.server.ts'
import { refuse, unknownAction, unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { BackupTable } from './backup-table.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/system.ts'

const path = '/admin/system'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, now } = begin(args, 'routes/staff/settings/system')
  return {
    system: await describeSystem(db, config, now),
  }
}

export async function action(args: Route.ActionArgs) {
  begin(args, 'routes/staff/settings/system')
  switch (args.url.searchParams.get('do')) {
    case null:
      return turnEmailOn(args)
    case 'try-again':
      return settleJobs(args, tryJobsAgain, 'jobs-tried-again')
    case 'remove':
      return settleJobs(args, removeJobs, 'jobs-removed')
    default:
      throw data({ sentence: unknownAction }, { status: 400 })
  }
}

/** Lets a restored copy send letters. Repeating it changes nothing. */
async function turnEmailOn(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  unlessWrong(await readButton(args.request))
  await releaseMail(db, actor, now)
  return redirect(path)
}

async function settleJobs(
  args: Route.ActionArgs,
  settle: typeof tryJobsAgain,
  key: 'jobs-tried-again' | 'jobs-removed',
) {
  const { db, actor, now } = given(args)
  const form = await readChosen(args.request, noFields)
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  const { chosen } = form.answers
  const moved = await settle(db, actor, chosen, now)
  return redirectWithFlash(args, path, { key, moved, left: chosen.length - moved })
}

export default function SystemPage({ loaderData: { system }, actionData }: Route.ComponentProps) {
  const { lastMadeAt, drill, heldSince, latest } = system.backups
  return (
    <>
      <StaffTitle title="System" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      {heldSince && (
        <>
          <Notice title="This copy was restored and does not send email">
            <p>
              This has been a restored copy since <Moment at={heldSince} />. Turn email on only when the
              original site is switched off, or people get emails from both. Emails that were waiting when the
              backup was made are not sent automatically; you find them in the{' '}
              <a href="/admin/mail">email log</a>. A newsletter issue that was being sent continues to the
              subscribers who have not received it.
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
      {system.failedJobs.length > 0 && <FailedJobs jobs={system.failedJobs} path={path} />}
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
