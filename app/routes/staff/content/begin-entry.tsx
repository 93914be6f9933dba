import { data, redirect } from 'react-router'
import { isKind, kindNames } from '#features/content/kinds/kinds.ts'
import { beginForm, newEntryQuery } from '#features/content/entry/form.ts'
import { beginEntry } from '#features/content/entry/operations.server.ts'
import { beginFromTemplate, listTemplates } from '#features/content/entry/templates.server.ts'
import { listChoices } from '#features/content/reading/staff-queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { queryOf, refuse } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { readQuery } from '#server/http/query-string.ts'
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
  const read = readQuery(queryOf(args.url), newEntryQuery)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const awards = kind === 'recipient' ? await listChoices(db, 'award') : []
  const templates = (await listTemplates(db, kind)).map(({ id, name }) => ({ id, name }))
  return { kind, awards, templates, chosen: read.query.template ?? '' }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { request, params } = args
  if (!isKind(params.kind)) throw noSuchPage()
  const form = await readForm(request, beginForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { title, parent, template } = form.answers
  const started = { kind: params.kind, title, parentId: parent }
  const outcome = template
    ? await beginFromTemplate(db, actor, { ...started, template }, now)
    : await beginEntry(db, actor, started, now)
  if (!outcome.ok) return refuse(409, refusals[outcome.reason], form.typed)
  return redirect(`/editor/entries/${outcome.id}`)
}

const refusals = {
  'no-parent': { parent: 'Choose the award.' },
  'no-template': { template: 'Someone has deleted this template. Choose another.' },
}

export default function BeginEntry({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, awards, templates, chosen } = loaderData
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
        {templates.length > 0 && (
          <SelectField
            name="template"
            label="Template"
            hint={<a href={`/editor/content/${kind}/templates`}>Rename or delete templates</a>}
            optional
            error={errors['template']}
            defaultValue={typed['template'] ?? chosen}
            choices={[
              { value: '', label: 'None' },
              ...templates.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <Button>Create</Button>
      </form>
    </>
  )
}
