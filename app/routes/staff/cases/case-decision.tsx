import { data } from 'react-router'
import { viewCase } from '#features/casework/case-view.ts'
import { findObjections } from '#features/casework/deciding/objections.server.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { QuestionField } from '#features/forms/question-field.tsx'
import { capLeft } from '#features/nominations/admission.server.ts'
import { gradeNames, gradeOf } from '#features/nominations/case-types.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { noSuch } from './case-acts.server.ts'
import { CaseDecisionWaits } from './decision-waits.tsx'
import { actOnDecision } from './decision-acts.server.ts'
import { PreviewedLetters } from './previewed-letters.tsx'
import type { Route } from './+types/case-decision.ts'
import styles from './cases.module.css'

const route = 'routes/staff/cases/case-decision'

/** Where a grave decision is recorded, read by another officer, and released or withdrawn. */
export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  const read = await readCase(db, actor, args.params.reference, now)
  if (!read) throw data(noSuch, { status: 404 })
  const settings = await readSettings(db)
  const view = viewCase(read, settings, actor.role, now)
  const name = args.url.searchParams.get('move') ?? ''
  const found = view.moves.find(({ move, isGrave, refusal }) => move === name && isGrave && !refusal)
  const listObjections = (found: { given: Record<string, string> }) =>
    findObjections(db, { move: name, typed: found.given }, read, view)
  const { process: caseType } = read.caseRow
  const grade = caseType === 'membership' || name !== 'elect' ? undefined : gradeOf(caseType, read.answers)
  return {
    ...{ reference: view.reference, name: view.name, version: view.version, ownId: actor.id },
    needsRelease: settings.decisionsNeedRelease,
    delayHours: settings.decisionDelayHours,
    decision: read.decision,
    form: found && !read.decision ? { ...found, objections: await listObjections(found) } : undefined,
    vacancies: grade && found ? { grade: gradeNames[grade], left: await capLeft(db, grade) } : undefined,
  }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  return actOnDecision(args)
}

export default function CaseDecision({ loaderData, actionData }: Route.ComponentProps) {
  const { reference, name, decision, form } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  const hasErrors = Object.keys(errors).length > 0
  const preview = actionData && 'preview' in actionData ? actionData.preview : undefined
  // As typed, which may be another number than the nomination gives.
  const objections =
    actionData && 'objections' in actionData ? actionData.objections : (form?.objections ?? [])
  return (
    <>
      <StaffTitle
        title={`Decision on ${reference}: ${name}`}
        hasErrors={hasErrors}
        back={{ href: `/editor/cases/${reference}`, label: reference }}
      />
      <ErrorSummary errors={hasErrors ? errors : undefined} />
      {decision && <CaseDecisionWaits decision={decision} ownId={loaderData.ownId} />}
      {!decision && !form && (
        <p>
          No decision about this case waits for release. To record one, open the case and choose the decision.
        </p>
      )}
      {form && preview && <Preview {...{ loaderData, form, preview, objections }} />}
      {form && !preview && (
        <DecisionForm {...{ loaderData, form, objections, errors, typed: actionData?.typed ?? {} }} />
      )}
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type DecisionForm = NonNullable<Loaded['form']>

interface FormProps {
  loaderData: Loaded
  form: DecisionForm
  objections: string[]
  errors: Record<string, string>
  typed: Record<string, string>
}

function DecisionForm({ loaderData: { version, vacancies }, form, objections, errors, typed }: FormProps) {
  const { move, label, to, asks, given } = form
  return (
    <form method="post" action={`?move=${move}&do=preview`} noValidate>
      <h2>{label}</h2>
      <p id="decision">New status after the release: {to}.</p>
      {vacancies && (
        <p>
          {vacancies.left > 0
            ? `${vacancies.grade}s: ${vacancies.left} ${vacancies.left === 1 ? 'place is' : 'places are'} left.`
            : `${vacancies.grade}s: no place is left, so nobody can be elected now.`}
        </p>
      )}
      <input type="hidden" name="seen" value={version} />
      {asks.map((question) => (
        <QuestionField
          key={question.name}
          question={question}
          name={`${move}-${question.name}`}
          typed={{ [`${move}-${question.name}`]: given[question.name] ?? '', ...typed }}
          errors={errors}
        />
      ))}
      {objections.length > 0 && (
        <div className={styles.section}>
          <Objections objections={objections} />
          <TextAreaField
            name="override"
            label="Why you are going ahead"
            hint="Recorded in the history of the case with your name. Only staff can see it."
            rows={4}
            maxLength={1000}
            defaultValue={typed['override']}
            error={errors['override']}
          />
        </div>
      )}
      <Button>Preview the emails</Button>
    </form>
  )
}

function Objections({ objections }: { objections: string[] }) {
  return (
    <>
      <h3>Known objections</h3>
      <ul className={styles.list}>
        {objections.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}

interface PreviewProps {
  loaderData: Loaded
  form: DecisionForm
  objections: string[]
  preview: {
    fields: Record<string, string>
    letters: Parameters<typeof PreviewedLetters>[0]['letters']
  }
}

function Preview({ loaderData: { needsRelease, delayHours }, form, preview, objections }: PreviewProps) {
  return (
    <>
      <h2>{form.label}: what we will send</h2>
      <p>
        {needsRelease
          ? 'We do not send these emails yet. A second person reads them and releases the decision: another administrator or member of the office. Until then, you can withdraw it.'
          : `We do not send these emails yet. The decision takes effect in ${delayHours} hours. Until then, you can withdraw it.`}
      </p>
      {objections.length > 0 && (
        <>
          <Objections objections={objections} />
          <Facts facts={[{ label: 'Reason for going ahead', value: preview.fields['override'] }]} />
        </>
      )}
      <PreviewedLetters letters={preview.letters} />
      <form method="post" action={`?move=${form.move}&do=record`}>
        {Object.entries(preview.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles.buttons}>
          <Button>Record this decision</Button>
          <Button look="secondary" formAction={`?move=${form.move}&do=edit`}>
            Edit this decision
          </Button>
        </div>
      </form>
    </>
  )
}
