import { paymentFields, paymentFieldNames, type Columns } from '#features/payments/columns.ts'
import { columnChoices } from '#routes/staff/shared/column-choices.ts'
import styles from '#routes/staff/people-import/import.module.css'
import { Button } from '#ui/form/button.tsx'
import { SelectField } from '#ui/form/field.tsx'

interface Props {
  headings: string[]
  first: string[][]
  columns: Columns
  errors: Record<string, string>
  typed: Record<string, string>
}

/** Which column of the statement holds what: guessed, shown with its values, and editable. */
export function StatementColumns({ headings, first, columns, errors, typed }: Props) {
  const choices = columnChoices(headings, first)
  return (
    <form method="post" action="?step=columns&do=map" noValidate>
      <h2>Match the columns</h2>
      <p>We matched the columns by their headings. Next to each heading you see the first lines.</p>
      <div className={styles.columns}>
        {paymentFieldNames.map((field) => (
          <SelectField
            key={field}
            name={`column-${field}`}
            label={paymentFields[field]}
            choices={choices}
            error={errors[`column-${field}`]}
            defaultValue={typed[`column-${field}`] ?? String(columns[field] ?? '')}
          />
        ))}
      </div>
      <Button>Continue</Button>
    </form>
  )
}
