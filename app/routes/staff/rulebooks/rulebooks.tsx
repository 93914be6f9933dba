import { data } from 'react-router'
import { newRulebookForm } from '#features/rulebook/form.ts'
import { createRulebook } from '#features/rulebook/operations.server.ts'
import { listRulebooks, type RulebookLine } from '#features/rulebook/queries.server.ts'
import { rulebookAddress, rulebookSubjects } from '#features/rulebook/rulebook.ts'
import { addMissingRulebooks, listMissingRulebooks } from '#features/rulebook/starter.server.ts'
import { begin, givenToStaff } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { expectNoQuery, refuse, unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readButton, readForm } from '#server/input/form.server.ts'
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
  const missing = await listMissingRulebooks(db)
  return { rulebooks: await listRulebooks(db), missing: missing.map(({ name }) => name) }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  switch (args.url.searchParams.get('do')) {
    case null:
      return create(args)
    case 'add-missing':
      return addMissing(args)
    default:
      throw data({ sentence: unreadableForm }, { status: 400 })
  }
}

async function create(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  const form = await readForm(args.request, newRulebookForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await createRulebook(db, actor, form.answers, now)
  if (!outcome.ok) return refuse(409, refusals[outcome.reason], form.typed)
  return redirectWithFlash(args, `/admin/rulebooks/${outcome.id}`, { key: 'rulebook-created' })
}

async function addMissing(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  unlessWrong(await readButton(args.request))
  const outcome = await addMissingRulebooks(db, actor, now)
  return redirectWithFlash(
    args,
    '/admin/rulebooks',
    outcome.ok ? { key: 'rulebooks-added', count: outcome.count } : { key: 'rulebooks-already-added' },
  )
}

const refusals = {
  'name-taken': {
    name: 'Another rulebook has this name, or it has no Latin letters or digits for an address. Choose another.',
  },
  'subject-taken': { subject: 'Another rulebook applies to these cases. Change that one instead.' },
}

export default function Rulebooks({ loaderData: { rulebooks, missing }, actionData }: Route.ComponentProps) {
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
      {missing.length > 0 && <Missing names={missing} />}
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

function Missing({ names }: { names: string[] }) {
  return (
    <section aria-labelledby="delivered">
      <h2 id="delivered">Rulebooks to start from</h2>
      <p>
        You can add these rulebooks as drafts: {names.join(', ')}. They contain clauses from the Academy’s
        published constitution, and sample rules. No case is affected until you publish one.
      </p>
      <form method="post" action="?do=add-missing">
        <Button look="secondary">Add as drafts</Button>
      </form>
    </section>
  )
}

const subjectChoices = [
  { value: '', label: 'Only calls that name it' },
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
    cell: ({ subject }) => (subject === null ? 'Calls that name it' : rulebookSubjects[subject]),
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
