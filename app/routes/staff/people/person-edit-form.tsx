import {
  gradeFields,
  maxReasonLength,
  personFields,
  type PersonField,
  type PersonValues,
} from '#features/people/person-fields.ts'
import { categories, disciplines, grades } from '#features/people/register.ts'
import { Button } from '#ui/form/button.tsx'
import { ChoicesField, Field, SelectField, TextAreaField } from '#ui/form/field.tsx'
import styles from '#routes/staff/settings/settings.module.css'

interface Props {
  values: PersonValues
  errors: Record<string, string>
  /** The version that was read; omitted for a new person. */
  version?: number
  gradeReason: string
  /** Others see what the register says about a grade, and send it back unchanged. */
  mayWriteGrades: boolean
  button: string
}

const groups: { title: string; note?: string; fields: PersonField[] }[] = [
  { title: 'Name', fields: ['title', 'givenName', 'familyName'] },
  { title: 'Membership', fields: ['memberNo', 'category', 'since'] },
  {
    title: 'Fellowship',
    note: 'After an election, we record the grade automatically. Use this only to record or correct an earlier grade.',
    fields: ['grade', 'fellowNo', 'electedYear', 'citation'],
  },
  {
    title: 'Field and location',
    fields: ['discipline', 'specialisation', 'institution', 'city', 'state', 'country'],
  },
  { title: 'Public directory', fields: ['listed', 'webPage', 'diedYear'] },
]

/** Everything that the register holds about a person, on one page. */
export function PersonEditForm({ values, errors, version, gradeReason, mayWriteGrades, button }: Props) {
  return (
    <form method="post" noValidate data-peek>
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      {groups.map(({ title, note, fields }) => (
        <section key={title} className={styles.group} aria-label={title}>
          <div>
            <h2>{title}</h2>
            {note && <p>{note}</p>}
          </div>
          <div>
            {fields.map((field) =>
              isLocked(field, mayWriteGrades) ? (
                <LockedField key={field} field={field} value={values[field]} error={errors[field]} />
              ) : (
                <PersonInput key={field} field={field} value={values[field]} error={errors[field]} />
              ),
            )}
            {title === 'Fellowship' && (
              <GradeReason value={gradeReason} error={errors['gradeReason']} isShown={mayWriteGrades} />
            )}
          </div>
        </section>
      ))}
      <datalist id={knownDisciplines}>
        {disciplines.map((discipline) => (
          <option key={discipline}>{discipline}</option>
        ))}
      </datalist>
      <Button>{button}</Button>
    </form>
  )
}

function isLocked(field: PersonField, mayWriteGrades: boolean): boolean {
  return !mayWriteGrades && (gradeFields as readonly PersonField[]).includes(field)
}

function LockedField({
  field,
  value,
  error,
}: {
  field: PersonField
  value: string
  error?: string | undefined
}) {
  const shown = field === 'grade' && value !== '' ? grades[value as keyof typeof grades] : value
  return (
    <p id={field}>
      {error ?? `${personFields[field].label}: ${shown || 'none'}`}
      <input type="hidden" name={field} value={value} />
    </p>
  )
}

function GradeReason({
  value,
  error,
  isShown,
}: {
  value: string
  error: string | undefined
  isShown: boolean
}) {
  if (!isShown) return <input type="hidden" name="gradeReason" value="" />
  return (
    <Field
      name="gradeReason"
      label="Reason for the grade"
      hint="Needed if you change the grade, the fellow number or the year of election. It stays in the audit trail."
      optional
      width="full"
      autoComplete="off"
      maxLength={maxReasonLength}
      defaultValue={value}
      error={error}
    />
  )
}

const knownDisciplines = 'known-disciplines'

const needed = new Set<PersonField>([
  'memberNo',
  'familyName',
  'category',
  'since',
  'discipline',
  'country',
  'listed',
])
const short = new Set<PersonField>(['memberNo', 'fellowNo', 'title', 'since', 'electedYear', 'diedYear'])
const years = new Set<PersonField>(['since', 'electedYear', 'diedYear'])

const hints: Partial<Record<PersonField, string>> = {
  memberNo: 'Such as LM-123. Each number can be used once.',
  citation: 'What the fellow was elected for. Printed on the certificate.',
  institution: 'In full, without the address.',
  webPage: 'About the person, such as a page of the institution. Fellows: linked from their page.',
  diedYear: 'The directory then lists the person among deceased fellows.',
}

function PersonInput({
  field,
  value,
  error,
}: {
  field: PersonField
  value: string
  error: string | undefined
}) {
  const shared = {
    name: field,
    label: personFields[field].label,
    hint: hints[field],
    error,
    optional: !needed.has(field),
  }
  if (field === 'category')
    return <SelectField {...shared} defaultValue={value} choices={toChoices(categories)} />
  if (field === 'grade')
    return (
      <SelectField
        {...shared}
        defaultValue={value}
        choices={[{ value: '', label: 'None' }, ...toChoices(grades)]}
      />
    )
  if (field === 'listed')
    return <ChoicesField {...shared} choices={listedChoices} chosen={[value === 'yes' ? 'yes' : 'no']} />
  if (field === 'citation') return <TextAreaField {...shared} rows={4} defaultValue={value} />
  return (
    <Field
      {...shared}
      width={short.has(field) ? 'short' : 'full'}
      defaultValue={value}
      autoComplete="off"
      {...(years.has(field) && { inputMode: 'numeric' })}
      {...(field === 'discipline' && { list: knownDisciplines })}
    />
  )
}

const listedChoices = [
  { value: 'yes', label: 'Yes, the person has agreed' },
  { value: 'no', label: 'No' },
]

function toChoices(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
