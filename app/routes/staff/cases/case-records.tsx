import { data } from 'react-router'
import { viewCase } from '#features/casework/case-view.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { expectNoQuery } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { noSuch } from './case-acts.server.ts'
import { CaseAddresses } from './case-addresses.tsx'
import { CaseConfirmations } from './case-confirmations.tsx'
import { CaseFile } from './case-file-view.tsx'
import { CasePages } from './case-pages.tsx'
import { actOnRecords } from './record-acts.server.ts'
import { CaseHistory, CaseLetters } from './record-lists.tsx'
import type { Route } from './+types/case-records.ts'
import styles from './cases.module.css'

const route = 'routes/staff/cases/case-records'

/** Who confirmed a case, what happened to it, and which emails were sent about it. */
export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  expectNoQuery(args.url)
  const read = await readCase(db, actor, args.params.reference, now)
  if (!read) throw data(noSuch, { status: 404 })
  const view = viewCase(read, await readSettings(db), actor.role, now)
  const { reference, name, receivedAt, confirmations, correctable, history, letters } = view
  return { reference, name, receivedAt, confirmations, correctable, history, letters }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  return actOnRecords(args)
}

export default function CaseRecords({ loaderData: shown, actionData }: Route.ComponentProps) {
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  const { reference, name, receivedAt, history } = shown
  return (
    <>
      <StaffTitle
        title={`${reference}: ${name}, confirmations, history and emails`}
        hasErrors={Boolean(actionData)}
        back={{ href: '/editor/cases', label: 'Cases' }}
      />
      <CasePages reference={reference} at="/records" />
      <ErrorSummary errors={actionData?.errors} />
      <section className={styles.section}>
        <h2 id="confirmations">Confirmations</h2>
        <CaseConfirmations
          confirmations={shown.confirmations}
          fileView={(file) => <CaseFile file={file} reference={reference} />}
        />
        <CaseAddresses {...{ correctable: shown.correctable, errors, typed }} />
      </section>
      <section className={styles.section}>
        <h2 id="history">History</h2>
        <CaseHistory {...{ history, receivedAt }} />
      </section>
      <section className={styles.section}>
        <h2 id="letters">Emails</h2>
        <CaseLetters letters={shown.letters} />
      </section>
    </>
  )
}
