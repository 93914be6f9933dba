import { personFields } from '#features/people/person-fields.ts'
import { categories, grades } from '#features/people/register.ts'
import type { UnknownValue } from '#features/people/import/unknown-values.server.ts'
import { Button } from '#ui/form/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { countOf } from '#ui/foundations/numbers.ts'
import styles from './import.module.css'

/** Values of the file that are none of ours: staff say once what each means, and the file is checked again. */
export function ImportMeanings({ unknown }: { unknown: UnknownValue[] }) {
  if (unknown.length === 0) return null
  return (
    <section>
      <h2 id="meanings">Values we do not know</h2>
      <p>Choose what each one means. We remember it for the next file.</p>
      <form method="post" action="?do=meanings">
        <div className={styles.columns}>
          {unknown.map(({ field, value, count }, index) => (
            <div key={`${field} ${value}`}>
              <input type="hidden" name={`field-${index}`} value={field} />
              <input type="hidden" name={`from-${index}`} value={value} />
              <SelectField
                name={`to-${index}`}
                label={`“${value}”`}
                hint={`${personFields[field].label}, ${countOf(count, 'row')}`}
                choices={[{ value: '', label: 'Choose' }, ...choices[field]]}
              />
            </div>
          ))}
        </div>
        <Button look="secondary">Save and check again</Button>
      </form>
    </section>
  )
}

const choices = {
  category: Object.entries(categories).map(([value, label]) => ({ value, label })),
  grade: [
    { value: 'none', label: 'No grade' },
    ...Object.entries(grades).map(([value, label]) => ({ value, label })),
  ],
}
