import {
  defaultFields,
  importFields,
  isContactField,
  type ImportField,
  type Mapping,
} from '#features/people/import/fields.ts'
import { personFields } from '#features/people/person-fields.ts'
import { categories } from '#features/people/register.ts'
import { Button } from '#ui/form/button.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import { columnChoices } from '#routes/staff/shared/column-choices.ts'
import styles from './import.module.css'

interface Props {
  /** What the person may import. */
  fields: ImportField[]
  headings: string[]
  first: string[][]
  guess: Mapping
  errors: Record<string, string>
  typed: Record<string, string>
}

/** Which column holds what: guessed, shown with its values, and editable. */
export function ImportColumns({ fields, headings, first, guess, errors, typed }: Props) {
  const choices = columnChoices(headings, first)
  return (
    <form method="post" action="?step=columns&do=map" noValidate>
      <h2>Match the columns</h2>
      <p>We matched the columns by their headings. Next to each heading you see the first rows.</p>
      <div className={styles.columns}>
        {fields.map((field) => (
          <SelectField
            key={field}
            name={`column-${field}`}
            label={importFields[field]}
            hint={isContactField(field) ? 'Visitors never see it.' : undefined}
            choices={choices}
            error={errors[`column-${field}`]}
            defaultValue={typed[`column-${field}`] ?? String(guess.columns[field] ?? '')}
          />
        ))}
      </div>
      <h2>Values for empty cells of new people</h2>
      <div className={styles.columns}>
        {defaultFields.map((field) => {
          const shared = {
            name: `default-${field}`,
            label: personFields[field].label,
            error: errors[`default-${field}`],
            defaultValue: typed[`default-${field}`] ?? guess.defaults[field],
          }
          const offered = offers[field]
          return offered ? (
            <SelectField key={field} {...shared} choices={offered} />
          ) : (
            <Field key={field} {...shared} optional maxLength={60} />
          )
        })}
      </div>
      <Button>Check the rows</Button>
    </form>
  )
}

const offers: Partial<Record<string, { value: string; label: string }[]>> = {
  category: Object.entries(categories).map(([value, label]) => ({ value, label })),
  listed: [
    { value: 'no', label: 'No, not in the public directory' },
    { value: 'yes', label: 'Yes, they have all agreed' },
  ],
}
