import type { RuleView } from '#features/rulebook/views.ts'
import { Button } from '#ui/form/button.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { ValueInput } from './value-input.tsx'

interface Props {
  rule: RuleView
  typed: Record<string, string>
  errors: Record<string, string>
}

/** Facts with the answer they must get. They are checked at every save. */
export function RuleExamples({ rule, typed, errors }: Props) {
  return (
    <section aria-labelledby="examples">
      <h2 id="examples">Examples</h2>
      <p>An example has facts and the result that the rule must give for them. We check it at every save.</p>
      {rule.examples.length > 0 && (
        <DataTable
          caption="Examples"
          captionHidden
          rows={rule.examples}
          rowKey={({ name }) => name}
          columns={columns}
        />
      )}
      <h3 id="add-example">Add an example</h3>
      <form method="post" action="?do=example" noValidate>
        <Field
          name="name"
          label="Name of the example"
          hint="Such as: 40 on the last day of the year."
          autoComplete="off"
          defaultValue={typed['name']}
          error={errors['name']}
        />
        {rule.facts.map((input) => (
          <ValueInput key={input.name} {...input} typed={typed} error={errors[input.name]} />
        ))}
        <SelectField
          name="expect"
          label="The rule must say"
          choices={[
            { value: 'met', label: 'Met' },
            { value: 'not-met', label: 'Not met' },
          ]}
          defaultValue={typed['expect'] ?? 'met'}
          error={errors['expect']}
        />
        <Button>Add example</Button>
      </form>
    </section>
  )
}

const columns: Column<RuleView['examples'][number]>[] = [
  { key: 'name', label: 'Example', heads: true, cell: ({ name }) => name },
  { key: 'facts', label: 'Facts', cell: ({ facts }) => facts },
  { key: 'expect', label: 'Must be', cell: ({ expect }) => expect },
  {
    key: 'change',
    label: 'Change',
    cell: ({ name }) => (
      <form method="post" action="?do=remove-example">
        <input type="hidden" name="name" value={name} />
        <Button look="secondary" aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </form>
    ),
  },
]
