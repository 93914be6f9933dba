import type { CaseView } from '#features/casework/case-view.ts'
import { QuestionField } from '#features/forms/question-field.tsx'
import styles from '#routes/staff/accounts/staff-account.module.css'
import { Button } from '#ui/form/button.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import own from './cases.module.css'

interface Sent {
  errors: Record<string, string>
  typed: Record<string, string>
}

interface MovesProps extends Sent {
  moves: CaseView['moves']
  version: number
}

/** Every move that leads on from here, with what it asks; or the reason why it is not open. */
export function CaseMoves({ moves, version, errors, typed }: MovesProps) {
  if (moves.length === 0) return <p>Nothing for the office to do: it waits for others, or it is closed.</p>
  return moves.map(({ move, label, to, refusal, asks, given }) =>
    refusal ? (
      <p key={move} className={own.refused}>
        <strong>{label}</strong>
        {refusal}
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
          <p className={own.note}>It then stands as: {to}.</p>
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

interface HoldProps extends Sent {
  hold: CaseView['hold']
  isAdmin: boolean
}

/** A legal hold: nothing is erased while it stands. */
export function CaseHold({ hold, isAdmin, errors, typed }: HoldProps) {
  if (!isAdmin)
    return (
      <p className={own.refused}>
        <strong>{hold ? 'Let it be erased in its time' : 'Keep it from being erased'}</strong>
        Only administrators may do this.
      </p>
    )
  return (
    <details className={styles.move} open={Boolean(errors['reason'])}>
      <summary>{hold ? 'Let it be erased in its time' : 'Keep it from being erased'}</summary>
      <p>
        {hold
          ? 'When the case has been closed for as long as the settings say, it is erased as any other.'
          : 'Where a court or an audit needs it, nothing of the case is erased until this is taken back.'}
      </p>
      <form method="post" action={hold ? '?do=release' : '?do=hold'} noValidate>
        <Field
          name="reason"
          label="Reason"
          hint="Kept in the audit trail with your name."
          width="full"
          maxLength={500}
          error={errors['reason']}
          defaultValue={typed['reason']}
        />
        <Button look="secondary">{hold ? 'Take the hold back' : 'Hold the case'}</Button>
      </form>
    </details>
  )
}
