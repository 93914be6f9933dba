import { data } from 'react-router'
import { renameTemplateForm, templateButton } from '#features/content/entry/form.ts'
import {
  listTemplates,
  removeTemplate,
  renameTemplate,
  restoreTemplate,
} from '#features/content/entry/templates.server.ts'
import { isKind, kindNames } from '#features/content/kinds/kinds.ts'
import { begin, givenToStaff } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, refuse, unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { noSuchPage } from './not-there.ts'
import type { Route } from './+types/entry-templates.ts'
import styles from './entry-templates.module.css'

const route = 'routes/staff/content/entry-templates'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  const { kind } = args.params
  if (!isKind(kind)) throw noSuchPage()
  return { kind, templates: await listTemplates(db, kind) }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  switch (args.url.searchParams.get('do')) {
    case 'rename':
      return rename(args)
    case 'remove':
      return remove(args)
    case 'restore':
      return restore(args)
    default:
      throw data({ sentence: unreadableForm }, { status: 400 })
  }
}

const taken = 'Another template has this name. Enter another.'

async function rename(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  const kind = kindOf(args)
  const form = await readForm(args.request, renameTemplateForm)
  if (!form.ok) return refuse(400, forTemplate(form.errors, form.typed), form.typed)
  const { template: id, name, shownHash } = form.answers
  const outcome = await renameTemplate(db, actor, { kind, id, name, shownHash }, now)
  if (outcome.ok)
    return redirectWithFlash(args, `/editor/content/${kind}/templates`, {
      ...{ key: 'template-renamed', kind, id, before: outcome.before },
      shownHash: outcome.shownHash,
    })
  if (outcome.reason === 'not-found') throw noTemplate()
  if (outcome.reason === 'conflict') return refuse(409, { templates: changedSince })
  return refuse(409, forTemplate({ name: taken }, form.typed), form.typed)
}

async function remove(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  const kind = kindOf(args)
  const { template: id, shownHash } = unlessWrong(await readForm(args.request, templateButton))
  const outcome = await removeTemplate(db, actor, { kind, id, shownHash }, now)
  if (!outcome.ok && outcome.reason === 'conflict') return refuse(409, { templates: changedSince })
  if (!outcome.ok) throw noTemplate()
  return redirectWithFlash(args, `/editor/content/${kind}/templates`, { key: 'template-removed', kind, id })
}

async function restore(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  const kind = kindOf(args)
  const { template: id } = unlessWrong(await readForm(args.request, templateButton))
  const outcome = await restoreTemplate(db, actor, { kind, id }, now)
  if (outcome.ok)
    return redirectWithFlash(args, `/editor/content/${kind}/templates`, {
      key: 'template-restored',
      kind,
      id,
      shownHash: outcome.shownHash,
    })
  if (outcome.reason === 'not-found') throw noTemplate()
  return refuse(409, { templates: 'Another template has this name by now. Rename it first.' })
}

function kindOf({ params: { kind } }: Route.ActionArgs) {
  if (!isKind(kind)) throw noSuchPage()
  return kind
}

function noTemplate() {
  return data({ sentence: 'This template does not exist. Someone may have deleted it.' }, { status: 404 })
}

/** Every row has a field for the name, so the errors name the row. */
function forTemplate({ name, ...errors }: Record<string, string>, { template = '' }: Record<string, string>) {
  return { ...errors, ...(name !== undefined && { [`name-${template}`]: name }) }
}

type Line = Route.ComponentProps['loaderData']['templates'][number]

export default function EntryTemplates({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, templates } = loaderData
  const { one, many } = kindNames[kind]
  const path = `/editor/content/${kind}`
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  return (
    <>
      <StaffTitle
        title={`Templates for ${many.toLowerCase()}`}
        back={{ href: path, label: many }}
        hasErrors={Boolean(actionData)}
      />
      <ErrorSummary errors={actionData?.errors} />
      <p id="templates">
        A template is a copy of an entry that new ones can start from. To save one, open an entry and choose
        “Save as a template”.
      </p>
      {templates.length === 0 ? (
        <EmptyState title="No templates yet" />
      ) : (
        <DataTable
          caption={`Templates for ${many.toLowerCase()}`}
          captionHidden
          rows={templates}
          rowKey={({ id }) => id}
          columns={[
            { key: 'name', label: 'Template', heads: true, cell: ({ name }) => name },
            { key: 'saved', label: 'Saved', cell: savedWhen },
            {
              key: 'new',
              label: 'New',
              cell: ({ id, name }) => (
                <a href={`${path}/new?template=${id}`}>
                  New {one}
                  <span className="visually-hidden"> from {name}</span>
                </a>
              ),
            },
            {
              key: 'change',
              label: 'Change',
              cell: (line) => <Changes line={line} typed={typed} error={errors[`name-${line.id}`]} />,
            },
          ]}
        />
      )}
    </>
  )
}

function savedWhen({ savedAt, savedBy }: Line) {
  return (
    <span>
      <Moment at={new Date(savedAt)} />
      {savedBy && ` by ${savedBy}`}
    </span>
  )
}

type ChangesProps = { line: Line; typed: Record<string, string>; error: string | undefined }

function Changes({ line: { id, name }, typed, error }: ChangesProps) {
  const nameTyped = typed['template'] === id ? typed['name'] : undefined
  return (
    <div className={styles.changes}>
      <details open={error !== undefined}>
        <summary aria-label={`Rename ${name}`}>Rename</summary>
        <form method="post" action="?do=rename" noValidate>
          <input type="hidden" name="template" value={id} />
          <Field
            id={`name-${id}`}
            name="name"
            label="Name"
            width="full"
            autoComplete="off"
            defaultValue={nameTyped ?? name}
            error={error}
          />
          <Button look="secondary">Rename</Button>
        </form>
      </details>
      <form method="post" action="?do=remove">
        <input type="hidden" name="template" value={id} />
        <Button look="quiet" aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </form>
    </div>
  )
}
