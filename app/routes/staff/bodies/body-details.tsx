import { bodyKinds } from '#features/bodies/body.ts'
import type { Body } from '#features/bodies/queries.server.ts'
import { writtenShare } from '#server/input/share-text.ts'
import { Button } from '#ui/form/button.tsx'
import { Field, SelectField, TextAreaField, TicksField } from '#ui/form/field.tsx'

interface Props {
  body: Body
  /** What was typed and refused. */
  typed: Record<string, string> | undefined
  errors: Record<string, string>
}

/** Name, kind, purpose, quorum, and whether visitors see the page. */
export function BodyDetails({ body, typed, errors }: Props) {
  const isShown = typed ? typed['public-page'] === 'yes' : body.isPublic
  return (
    <section aria-labelledby="details">
      <h2 id="details">Details</h2>
      <form method="post" noValidate>
        <input type="hidden" name="version" value={typed?.['version'] ?? body.version} />
        <Field
          name="name"
          label="Name of the body"
          defaultValue={typed?.['name'] ?? body.name}
          error={errors['name']}
        />
        <SelectField
          name="kind"
          label="Kind"
          choices={Object.entries(bodyKinds).map(([value, label]) => ({ value, label }))}
          defaultValue={typed?.['kind'] ?? body.kind}
          error={errors['kind']}
        />
        <TextAreaField
          name="purpose"
          label="What it does"
          hint="Shown above the members on the public page."
          optional
          rows={3}
          defaultValue={typed?.['purpose'] ?? body.purpose ?? ''}
          error={errors['purpose']}
        />
        <Field
          name="quorum"
          label="Quorum"
          hint="A number (5) or a share of the members, such as 1/3 or “more than 1/2”."
          optional
          width="medium"
          defaultValue={typed?.['quorum'] ?? writtenShare(body.quorum ?? '')}
          error={errors['quorum']}
        />
        <TicksField
          name="public"
          label="Public page"
          choices={[{ value: 'page', label: 'Visitors see the members and their terms' }]}
          ticked={isShown ? ['page'] : []}
        />
        <Button>Save</Button>
      </form>
    </section>
  )
}
