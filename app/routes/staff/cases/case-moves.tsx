import type { CaseView } from '#features/casework/case-view.ts'
import { QuestionField } from '#features/forms/question-field.tsx'
import styles from '#routes/staff/accounts/staff-account.module.css'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import own from './cases.module.css'

interface RefusedForm {
  errors: Record<string, string>
  typed: Record<string, string>
}

interface MovesProps extends RefusedForm {
  shown: Pick<CaseView, 'reference' | 'moves' | 'version' | 'decision'>
}

/** Every possible move with its questions; or the reason why it is not open. */
export function CaseMoves({ shown, errors, typed }: MovesProps) {
  const { reference, moves, version, decision } = shown
  const page = `/editor/cases/${reference}/decision`
  if (decision)
    return (
      <p>
        <strong>{decision.label}</strong> was recorded by {decision.by}, <Moment at={new Date(decision.at)} />
        , and waits for release. <a href={page}>Read the emails, release or withdraw it</a>
      </p>
    )
  if (moves.length === 0)
    return <p>There is nothing to do: the case is waiting for someone else, or it is closed.</p>
  return moves.map(({ move, label, to, refusal, isGrave, asks, given }) =>
    refusal ? (
      <p key={move} className={own.refused}>
        <strong>{label}</strong>
        {refusal}
      </p>
    ) : isGrave ? (
      <p key={move} className={own.refused}>
        <a href={`${page}?move=${move}`}>{label}</a>
        New status after the release: {to}.
      </p>
    ) : (
      <details
        key={move}
        id={`move-${move}`}
        className={styles.move}
        open={Object.keys(errors).some((id) => id === `move-${move}` || id.startsWith(`${move}-`))}
      >
        <summary>{label}</summary>
        <form method="post" action={`?do=move-${move}`} noValidate>
          <p className={own.note}>New status: {to}.</p>
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
          <Button>{label}</Button>
        </form>
      </details>
    ),
  )
}

interface AssignmentProps {
  shown: Pick<CaseView, 'assignedTo' | 'staff'>
  ownId: string
  errors: Record<string, string>
}

export function CaseAssignment({ shown, ownId, errors }: AssignmentProps) {
  return (
    <details className={styles.move} open={Boolean(errors['staff'])}>
      <summary>Assign</summary>
      <form method="post" action="?do=assign">
        <SelectField
          name="staff"
          label="Assigned to"
          defaultValue={shown.assignedTo ?? ''}
          error={errors['staff']}
          choices={[
            { value: '', label: 'Nobody' },
            ...shown.staff.map(({ id, name }) => ({
              value: id,
              label: id === ownId ? `${name} (you)` : name,
            })),
          ]}
        />
        <Button look="secondary">Assign</Button>
      </form>
    </details>
  )
}

interface HoldProps extends RefusedForm {
  hold: CaseView['hold']
  isAdmin: boolean
}

/** A legal hold: nothing is erased while it is set. */
export function CaseHold({ hold, isAdmin, errors, typed }: HoldProps) {
  if (!isAdmin)
    return (
      <p className={own.refused}>
        <strong>{hold ? 'Remove hold' : 'Put on hold'}</strong>
        Only administrators can do this.
      </p>
    )
  return (
    <details className={styles.move} open={Boolean(errors['reason'])}>
      <summary>{hold ? 'Remove hold' : 'Put on hold'}</summary>
      <p>
        {hold
          ? 'We will delete the case when its retention period ends, like any other.'
          : 'Use a hold when a court or an audit needs the case. We do not delete any of it until you remove the hold.'}
      </p>
      <form method="post" action={hold ? '?do=release' : '?do=hold'} noValidate>
        <Field
          name="reason"
          label="Reason"
          hint="Recorded in the audit trail with your name."
          width="full"
          maxLength={500}
          error={errors['reason']}
          defaultValue={typed['reason']}
        />
        <Button look="secondary">{hold ? 'Remove hold' : 'Put on hold'}</Button>
      </form>
    </details>
  )
}
