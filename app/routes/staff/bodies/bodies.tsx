import { Form } from 'react-router'
import { bodyAddress, bodyKinds } from '#features/bodies/body.ts'
import { newBodyForm } from '#features/bodies/form.ts'
import { createBody } from '#features/bodies/operations.server.ts'
import { listBodies, type BodyLine } from '#features/bodies/queries.server.ts'
import { officeDay } from '#office-time.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { expectNoQuery, refuse } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import type { Route } from './+types/bodies.ts'

const route = 'routes/staff/bodies/bodies'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, route)
  expectNoQuery(args.url)
  return { bodies: await listBodies(db, officeDay(now)) }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const form = await readForm(args.request, newBodyForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await createBody(db, actor, form.answers, now)
  if (!outcome.ok) return refuse(409, { name: taken }, form.typed)
  return redirectWithFlash(args, `/admin/bodies/${outcome.id}`, { key: 'body-created' })
}

const taken =
  'Another body has this name, or it has no Latin letters or digits for an address. Choose another.'

export default function Bodies({ loaderData: { bodies }, actionData }: Route.ComponentProps) {
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <>
      <StaffTitle title="Bodies" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      {bodies.length === 0 ? (
        <EmptyState title="No bodies yet">
          <p>
            Create the Executive Council, a committee or a section, then add its members with their terms.
          </p>
        </EmptyState>
      ) : (
        <DataTable
          caption="Bodies of the Academy"
          captionHidden
          rows={bodies}
          rowKey={({ id }) => id}
          columns={columns}
        />
      )}
      <section aria-labelledby="new">
        <h2 id="new">Create a body</h2>
        <Form method="post" noValidate>
          <Field
            name="name"
            label="Name"
            hint="Such as Executive Council. The page with this name shows the members of the council."
            defaultValue={actionData?.typed['name']}
            error={errors['name']}
          />
          <SelectField
            name="kind"
            label="Kind"
            choices={Object.entries(bodyKinds).map(([value, label]) => ({ value, label }))}
            defaultValue={actionData?.typed['kind'] ?? 'committee'}
            error={errors['kind']}
          />
          <Button>Create body</Button>
        </Form>
      </section>
    </>
  )
}

const columns: Column<BodyLine>[] = [
  {
    key: 'name',
    label: 'Name',
    heads: true,
    cell: ({ id, name }) => <a href={`/admin/bodies/${id}`}>{name}</a>,
  },
  { key: 'kind', label: 'Kind', cell: ({ kind }) => bodyKinds[kind] },
  { key: 'members', label: 'Members today', cell: ({ members }) => members },
  {
    key: 'page',
    label: 'Public page',
    cell: ({ slug, name, isPublic }) =>
      isPublic ? (
        <a href={bodyAddress(slug)} aria-label={`View page of ${name}`}>
          View page
        </a>
      ) : (
        'None'
      ),
  },
]
