import { data, redirect } from 'react-router'
import { fieldsFor, hasContactColumns, withMeanings } from '#features/people/import/fields.ts'
import {
  allDecisionForm,
  importForm,
  mappingForm,
  meaningsForm,
  rowDecisionsForm,
} from '#features/people/import/form.ts'
import {
  cancelImport,
  decideAll,
  decideRows,
  discardImport,
  mapColumns,
  startImport,
  undoImport,
} from '#features/people/import/operations.server.ts'
import { findImport } from '#features/people/import/queries.server.ts'
import { readImport } from '#features/people/import/reading.server.ts'
import { isUnderWay, stateLabels } from '#features/people/import/workflow.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { exportRight } from '#routes/request/confirm.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { isOfficeOrAdmin } from '#routes/staff/people/is-office-or-admin.server.ts'
import {
  queryOf,
  refuse,
  unlessWrong,
  unreadableForm,
  unknownAction,
} from '#routes/request/answers.server.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportPlan } from './import-plan.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportReport } from './import-report.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { countOf } from '#ui/foundations/numbers.ts'
import type { Route } from './+types/people-import.ts'

const route = 'routes/staff/people-import/people-import'
const noSuch = { sentence: 'This import does not exist. Someone may have deleted it.' }

export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, route)
  const { params, url } = args
  const read = readQuery(queryOf(url), importForm)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const found = await readImport(db, actor, params.id, read.query, now)
  if (!found) throw data(noSuch, { status: 404 })
  return {
    ...found,
    mayUseContacts: isOfficeOrAdmin(session),
    mayExport: exportRight(args, session, 'routes/staff/people-import/people-import-rows'),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, route)
  const { params, request, url } = args
  const own = `/editor/people/import/${params.id}`
  const found = await findImport(db, params.id)
  if (!found) throw data(noSuch, { status: 404 })
  const move = url.searchParams.get('do')
  const started = (outcome: Awaited<ReturnType<typeof startImport>>) =>
    !outcome.ok && outcome.reason === 'grade-by-administrators'
      ? refuse(403, { import: move === 'undo' ? undoByAdministrators : gradesByAdministrators })
      : ended(outcome)
  const ended = (outcome: { ok: boolean }, next = own) =>
    outcome.ok ? redirect(next) : refuse(409, { import: movedOn })

  const isForOffice = found.mapping && hasContactColumns(found.mapping) && !isOfficeOrAdmin(session)

  switch (move) {
    case 'map': {
      const form = await readForm(request, mappingForm(found.headings.length, isOfficeOrAdmin(session)))
      if (!form.ok) return refuse(400, form.errors, form.typed)
      const { meanings } = found.mapping ?? {}
      return ended(await mapColumns(db, actor, params.id, { ...form.answers, meanings }, now))
    }
    case 'meanings': {
      const form = await readForm(request, meaningsForm)
      if (!form.ok || !found.mapping) return refuse(400, { import: unreadableForm })
      return ended(await mapColumns(db, actor, params.id, withMeanings(found.mapping, form.answers), now))
    }
    case 'decide': {
      const form = await readForm(request, rowDecisionsForm)
      if (!form.ok) return refuse(400, { import: Object.values(form.errors)[0] ?? '' })
      return ended(await decideRows(db, actor, params.id, form.answers, now), `${own}?page=${pageIn(url)}`)
    }
    case 'decide-all': {
      const form = await readForm(request, allDecisionForm)
      if (!form.ok) return refuse(400, { import: Object.values(form.errors)[0] ?? '' })
      return ended(await decideAll(db, actor, params.id, form.answers, now))
    }
    case 'start':
      unlessWrong(await readButton(request))
      if (isForOffice) return refuse(403, { import: contactsByOffice })
      return started(await startImport(db, actor, params.id, now))
    case 'cancel': {
      unlessWrong(await readButton(request))
      const outcome = await cancelImport(db, actor, { id: params.id, state: found.state }, now)
      const key = found.state === 'checking' ? 'import-check-cancelled' : 'import-cancelled'
      return outcome.ok ? redirectWithFlash(args, own, { key }) : ended(outcome)
    }
    case 'undo':
      unlessWrong(await readButton(request))
      if (isForOffice) return refuse(403, { import: undoContactsByOffice })
      return started(await undoImport(db, actor, params.id, now))
    case 'discard': {
      unlessWrong(await readButton(request))
      const outcome = await discardImport(db, actor, params.id, now)
      return outcome.ok
        ? redirectWithFlash(args, '/editor/people/import', { key: 'import-discarded' })
        : ended(outcome)
    }
    default:
      throw data({ sentence: unknownAction }, { status: 400 })
  }
}

const gradesByAdministrators =
  'This file has columns about grades, so only an administrator can import it. Ask one to open this page, or set these columns to “Not in this file”.'
const undoByAdministrators =
  'This file has columns about grades, so only an administrator can undo its import. Ask one to open this page.'
const contactsByOffice =
  'This file has columns about contacts, so only an administrator or a member of the office can import it. Ask one to open this page, or set these columns to “Not in this file”.'
const undoContactsByOffice =
  'This file has columns about contacts, so only an administrator or a member of the office can undo its import. Ask one to open this page.'
const movedOn = 'Someone else continued this import. This page now shows its current status.'

function pageIn(url: URL): string {
  return /^[1-9]\d{0,3}$/.exec(url.searchParams.get('page') ?? '')?.[0] ?? '1'
}

export default function PeopleImport({ loaderData, actionData }: Route.ComponentProps) {
  const { file, columns, plan, report, mayUseContacts: isOffice, mayExport } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <>
      <StaffTitle
        title={file.fileName || 'Unnamed file'}
        hasErrors={Boolean(actionData)}
        back={{ href: '/editor/people/import', label: 'Import people' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      <p id="import">
        {stateLabels[file.state]}. {countOf(file.rowCount, 'row')}.
      </p>
      {isUnderWay(file.state) && <ImportProgress file={file} />}
      {columns && (
        <ImportColumns
          {...columns}
          headings={file.headings}
          fields={fieldsFor(isOffice)}
          errors={errors}
          typed={actionData?.typed ?? {}}
        />
      )}
      {plan && <ImportPlan {...plan} id={file.id} exportRight={mayExport} />}
      {report && <ImportReport {...report} file={file} exportRight={mayExport} />}
      {(columns || plan) && (
        <form method="post" action="?do=discard">
          <Button look="quiet">Delete this file</Button>
        </form>
      )}
    </>
  )
}
