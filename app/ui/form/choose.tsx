import { SelectField } from './field.tsx'

interface Props {
  name: string
  label: string
  /** The label for no choice. */
  any: string
  choices: Record<string, string>
  chosen: string | undefined
}

/** One choice of a filter. The value in the address stays chosen, even if the list no longer has it. */
export function Choose({ name, label, any, choices, chosen }: Props) {
  const known = chosen === undefined || chosen in choices ? choices : { [chosen]: chosen, ...choices }
  return (
    <SelectField
      name={name}
      label={label}
      defaultValue={chosen ?? ''}
      choices={[
        { value: '', label: any },
        ...Object.entries(known).map(([value, label]) => ({ value, label })),
      ]}
    />
  )
}

/** Choices whose labels are their values. */
export function alike(values: string[]): Record<string, string> {
  return Object.fromEntries(values.map((value) => [value, value]))
}
