import type { ValueField } from '#features/rulebook/fields.ts'
import { tickedIn, type GradeBox } from '#features/rulebook/grade-boxes.ts'
import { Field, SelectField, TextAreaField, TicksField } from '#ui/form/field.tsx'

interface Props {
  name: string
  field: ValueField
  value: string
  boxes?: GradeBox[] | undefined
  /** What was typed and refused. */
  typed: Record<string, string> | undefined
  error: string | undefined
}

const yesNo = { yes: 'Yes', no: 'No' }

/** The input for a value of a rule or a fact of an example. */
export function ValueInput({ name, field, value, boxes, typed, error }: Props) {
  const { label, optional = false } = field
  const hint = field.hint ?? hints[field.kind]
  const common = { name, label, hint, optional, defaultValue: typed?.[name] ?? value, error }
  if (boxes)
    return (
      <TicksField
        {...{ name, label, optional, error }}
        choices={boxes}
        ticked={typed ? tickedIn(name, boxes, typed) : value.split('\n')}
      />
    )
  if (field.kind === 'list') return <TextAreaField {...common} rows={4} />
  if (field.kind === 'day') return <Field {...common} type="date" width="short" />
  if (field.kind === 'share') return <Field {...common} width="medium" autoComplete="off" />
  if (field.kind !== 'choice' && field.kind !== 'yes-no')
    return <Field {...common} width={field.kind === 'text' ? 'full' : 'short'} autoComplete="off" />
  const choices = field.kind === 'choice' ? field.choices : yesNo
  // Nothing is chosen before someone chooses it.
  const none =
    optional || common.defaultValue === '' ? [{ value: '', label: optional ? 'Not known' : 'Choose …' }] : []
  return (
    <SelectField
      {...common}
      choices={[...none, ...Object.entries(choices).map(([value, label]) => ({ value, label }))]}
    />
  )
}

const hints: Partial<Record<ValueField['kind'], string>> = {
  'past-day': 'Such as 2027-01-31, or never.',
  since: 'Such as 2027-01-31, or only the year.',
  list: 'One per line.',
}
