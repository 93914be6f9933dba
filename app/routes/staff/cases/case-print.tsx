import { data } from 'react-router'
import { exportCase } from '#features/casework/printed/exporting.server.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { ShownAnswers } from '#features/forms/shown-answers.tsx'
import { readSettings } from '#features/settings/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { expectNoQuery, refuse, unreadableForm } from '#routes/request/answers.server.ts'
import { readButton } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { BarePage } from '#ui/frame/bare-page.tsx'
import { noSuch } from './case-acts.server.ts'
import type { Route } from './+types/case-print.ts'
import styles from './case-print.module.css'

const route = 'routes/staff/cases/case-print'

/** Where a whole case is put on paper. Viewing this page exports nothing; its two buttons do. */
export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  expectNoQuery(args.url)
  const read = await readCase(db, actor, args.params.reference, now)
  if (!read) throw data(noSuch, { status: 404 })
  const { reference, subject_name: name } = read.caseRow
  const { societyName } = await readSettings(db)
  return { reference, name, societyName }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, session, now } = begin(args, route)
  const button = await readButton(args.request)
  if (!button.ok) return refuse(400, { print: unreadableForm })
  const printed = await exportCase(db, actor, args.params.reference, 'paper', now)
  if (!printed) throw data(noSuch, { status: 404 })
  return { printed: { ...printed, at: now.getTime(), by: session.user.name } }
}

export default function CasePrint({ loaderData, actionData }: Route.ComponentProps) {
  const { reference, name, societyName } = loaderData
  const printed = actionData && 'printed' in actionData ? actionData.printed : undefined
  const errors = actionData && 'errors' in actionData ? actionData.errors : undefined
  return (
    <>
      <title>{`${errors ? 'Error: ' : ''}${reference}: ${name} – ${societyName}`}</title>
      <meta name="description" content="For the Academy's editors and administrators." />
      <meta name="robots" content="noindex" />
      <BarePage siteTitle={societyName} back={{ href: `/editor/cases/${reference}`, label: reference }}>
        <ErrorSummary errors={errors} />
        {printed ? <Paper printed={printed} /> : <Ways reference={reference} name={name} />}
      </BarePage>
    </>
  )
}

function Ways({ reference, name }: { reference: string; name: string }) {
  return (
    <>
      <h1>
        Print {reference}: {name}
      </h1>
      <p>
        The whole case: answers, names of files, confirmations, payments, decisions, history, notes and
        emails. It is confidential. The audit trail records that you exported it.
      </p>
      <div className={styles.buttons}>
        <form method="post">
          <Button>View print version</Button>
        </form>
        <form method="post" action={`/editor/cases/${reference}/export`}>
          <Button look="secondary">Download PDF</Button>
        </form>
      </div>
    </>
  )
}

type Printed = Extract<NonNullable<Route.ComponentProps['actionData']>, { printed: unknown }>['printed']

function Paper({ printed: { reference, name, title, parts, at, by } }: { printed: Printed }) {
  return (
    <div className={styles.paper}>
      <h1>
        {reference}: {name}
      </h1>
      <p>
        {title}. Confidential. Exported by {by}, <Moment at={new Date(at)} />.
      </p>
      <p className={styles.screenOnly}>Use your browser’s Print command.</p>
      <ShownAnswers parts={parts} level={2} />
    </div>
  )
}
