import { bodyPosts } from '#features/bodies/body.ts'
import { Button } from '#ui/form/button.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'

interface Props {
  accounts: { id: string; name: string }[]
  today: string
  /** What was typed and refused. */
  typed: Record<string, string>
  errors: Record<string, string>
}

/** Adds a member: someone of the register by number, or someone outside it by name. */
export function TermForm({ accounts, today, typed, errors }: Props) {
  return (
    <section aria-labelledby="add">
      <h2 id="add">Add a member</h2>
      <form method="post" action="?do=add" noValidate>
        <Field
          name="memberNo"
          label="Number in the register"
          hint="Such as LM-12. Leave it empty for someone outside the register."
          optional
          autoComplete="off"
          defaultValue={typed['memberNo']}
          error={errors['memberNo']}
        />
        <Field
          id="term-name"
          name="name"
          label="Name of the member"
          hint="For someone in the register we take the name from there, unless you enter another."
          optional
          autoComplete="off"
          defaultValue={typed['name']}
          error={errors['name']}
        />
        <SelectField
          name="post"
          label="Post"
          choices={Object.entries(bodyPosts).map(([value, label]) => ({ value, label }))}
          defaultValue={typed['post'] ?? 'member'}
          error={errors['post']}
        />
        <Field
          name="office"
          label="Title of the office"
          hint="Such as Treasurer. Shown instead of the post."
          optional
          defaultValue={typed['office']}
          error={errors['office']}
        />
        <Field
          name="institution"
          label="Institution"
          optional
          defaultValue={typed['institution']}
          error={errors['institution']}
        />
        <Field
          name="email"
          label="Email address"
          hint="Only administrators see it."
          type="email"
          optional
          autoComplete="off"
          defaultValue={typed['email']}
          error={errors['email']}
        />
        <SelectField
          name="account"
          label="Staff account"
          hint="If the member also signs in to the staff area."
          optional
          choices={[
            { value: '', label: 'None' },
            ...accounts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          defaultValue={typed['account'] ?? ''}
          error={errors['account']}
        />
        <Field
          name="startsOn"
          label="First day"
          type="date"
          width="short"
          defaultValue={typed['startsOn'] ?? today}
          error={errors['startsOn']}
        />
        <Field
          name="endsOn"
          label="Last day"
          type="date"
          width="short"
          optional
          defaultValue={typed['endsOn']}
          error={errors['endsOn']}
        />
        <Button>Add member</Button>
      </form>
    </section>
  )
}
