import { redirect } from 'react-router'
import { isKind, kindNames } from '#features/content/kinds/fields.ts'
import { beginForm } from '#features/content/entry/form.ts'
import { beginEntry } from '#features/content/entry/operations.server.ts'
import { listChoices } from '#features/content/reading/staff-queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { refuse } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import { noSuchPage } from './not-there.ts'
import type { Route } from './+types/begin-entry.ts'

const route = 'routes/staff/content/begin-entry'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  const { kind } = args.params
  if (!isKind(kind)) throw noSuchPage()
  const awards = kind === 'recipient' ? await listChoices(db, 'award') : []
  return { kind, awards }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { request, params } = args
  if (!isKind(params.kind)) throw noSuchPage()
  const form = await readForm(request, beginForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { title, parent } = form.answers
  const started = { kind: params.kind, title, parentId: parent }
  const outcome = await beginEntry(db, actor, started, now)
  if (!outcome.ok) return refuse(409, { parent: refusals[outcome.reason] }, form.typed)
  return redirect(`/editor/entries/${outcome.id}`)
}

const refusals = { 'no-parent': 'Choose the award.' }

export default function BeginEntry({ loaderData: { kind, awards }, actionData }: Route.ComponentProps) {
  const { one, many } = kindNames[kind]
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  return (
    <>
      <StaffTitle
        title={`New ${one}`}
        back={{ href: `/editor/content/${kind}`, label: many }}
        hasErrors={Boolean(actionData)}
      />
      <ErrorSummary errors={actionData?.errors} />
      <p>
        Enter a title to start. You add the rest on the next page. Visitors see nothing until you publish it.
      </p>
      <form method="post" noValidate>
        {kind === 'recipient' && (
          <SelectField
            name="parent"
            label="Award"
            error={errors['parent']}
            defaultValue={typed['parent'] ?? ''}
            choices={[
              { value: '', label: 'Choose an award' },
              ...awards.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
        )}
        <Field
          name="title"
          label={kind === 'recipient' ? 'Name' : 'Title'}
          width="full"
          error={errors['title']}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there to type this title
          autoFocus={kind !== 'recipient' && !actionData}
          defaultValue={typed['title']}
        />
        <Button>Create</Button>
      </form>
    </>
  )
}
