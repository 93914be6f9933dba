import { newRulebookForm } from '#features/rulebook/form.ts'
import { createRulebook } from '#features/rulebook/operations.server.ts'
import { listRulebooks, type RulebookLine } from '#features/rulebook/queries.server.ts'
import { rulebookAddress, rulebookSubjects } from '#features/rulebook/rulebook.ts'
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
import type { Route } from './+types/rulebooks.ts'

const route = 'routes/staff/rulebooks/rulebooks'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  expectNoQuery(args.url)
  return { rulebooks: await listRulebooks(db) }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const form = await readForm(args.request, newRulebookForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await createRulebook(db, actor, form.answers, now)
  if (!outcome.ok) return refuse(409, refusals[outcome.reason], form.typed)
  return redirectWithFlash(args, `/admin/rulebooks/${outcome.id}`, { key: 'rulebook-created' })
}

const refusals = {
  'name-taken': {
    name: 'Another rulebook has this name, or it has no Latin letters or digits for an address. Choose another.',
  },
  'subject-taken': { subject: 'Another rulebook applies to these cases. Change that one instead.' },
}

export default function Rulebooks({ loaderData: { rulebooks }, actionData }: Route.ComponentProps) {
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <>
      <StaffTitle title="Rulebooks" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      {rulebooks.length === 0 ? (
        <EmptyState title="No rulebooks yet">
          <p>Create one, add its rules with examples, then publish it.</p>
        </EmptyState>
      ) : (
        <DataTable
          caption="Rulebooks of the Academy"
          captionHidden
          rows={rulebooks}
          rowKey={({ id }) => id}
          columns={columns}
        />
      )}
      <section aria-labelledby="new">
        <h2 id="new">Create a rulebook</h2>
        <form method="post" noValidate>
          <Field
            name="name"
            label="Name"
            hint="Such as Election of Fellows. Visitors read it as a heading."
            defaultValue={actionData?.typed['name']}
            error={errors['name']}
          />
          <SelectField
            name="subject"
            label="Applies to"
            choices={subjectChoices}
            defaultValue={actionData?.typed['subject'] ?? ''}
            error={errors['subject']}
          />
          <Button>Create rulebook</Button>
        </form>
      </section>
    </>
  )
}

const subjectChoices = [
  { value: '', label: 'No cases on this site' },
  ...Object.entries(rulebookSubjects).map(([value, label]) => ({ value, label })),
]

const columns: Column<RulebookLine>[] = [
  {
    key: 'name',
    label: 'Name',
    heads: true,
    cell: ({ id, name }) => <a href={`/admin/rulebooks/${id}`}>{name}</a>,
  },
  {
    key: 'subject',
    label: 'Applies to',
    cell: ({ subject }) => (subject === null ? 'No cases' : rulebookSubjects[subject]),
  },
  {
    key: 'published',
    label: 'In force',
    cell: ({ published, slug, name }) =>
      published === null ? (
        'None'
      ) : (
        <a href={rulebookAddress(slug)} aria-label={`Version ${published} of ${name}`}>
          Version {published}
        </a>
      ),
  },
  { key: 'draft', label: 'Draft', cell: ({ draft }) => (draft === null ? 'None' : `Version ${draft}`) },
]
