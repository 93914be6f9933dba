import { SelectField } from './field.tsx'

interface Props {
  name: string
  label: string
  /** What stands for no choice. */
  any: string
  choices: Record<string, string>
  chosen: string | undefined
}

/** One choice of a filter. What the address asks for stays chosen, also where the list has it no more. */
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

/** Choices that are called as they are. */
export function alike(values: string[]): Record<string, string> {
  return Object.fromEntries(values.map((value) => [value, value]))
}
