import type { CaseView } from '#features/casework/case-view.ts'
import { Button } from '#ui/form/button.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { LinkedReferences } from './linked-references.tsx'
import styles from './cases.module.css'

interface NotesProps {
  reference: string
  notes: CaseView['notes']
  errors: Record<string, string>
  typed: Record<string, string>
}

export function CaseNotes({ reference, notes, errors, typed }: NotesProps) {
  return (
    <>
      <form method="post" action="?do=note" noValidate>
        <TextAreaField
          name="note"
          label="New note"
          hint="Only staff can see it. You cannot change it later."
          rows={4}
          maxLength={4000}
          error={errors['note']}
          defaultValue={typed['note']}
        />
        <Button look="secondary">Add note</Button>
      </form>
      {notes.length > 0 && (
        <ul className={styles.list}>
          {notes.map(({ id, body, at, by }) => (
            <li key={id}>
              <p className={styles.note}>
                {by ?? 'A former member of staff'}, <Moment at={new Date(at)} />
              </p>
              <p className={styles.text}>
                <LinkedReferences text={body} own={reference} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
