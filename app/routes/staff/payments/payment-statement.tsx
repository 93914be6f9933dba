import { data, redirect } from 'react-router'
import { columnsForm, matchForm, paymentImportForm } from '#features/payments/form.ts'
import {
  confirmProposals,
  mapStatement,
  matchLine,
  setLinesAside,
  undoStatement,
} from '#features/payments/operations.server.ts'
import { findStatement } from '#features/payments/queries.server.ts'
import { readStatement } from '#features/payments/reading.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { rowsToUndo } from '#routes/request/flash-messages.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import {
  queryOf,
  refuse,
  unlessWrong,
  unreadableForm,
  unknownAction,
} from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { noFields, readButton, readChosen, readForm } from '#server/input/form.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { NotMoved } from '#routes/staff/cases/not-moved.tsx'
import { StatementColumns } from './statement-columns.tsx'
import { StatementLines } from './statement-lines.tsx'
import type { Route } from './+types/payment-statement.ts'
import styles from '#routes/staff/cases/cases.module.css'

const route = 'routes/staff/payments/payment-statement'
const noSuch = { sentence: 'This statement does not exist. Someone may have deleted it.' }

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  const { params, url } = args
  const read = readQuery(queryOf(url), paymentImportForm)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const found = await readStatement(db, actor, params.id, read.query, now)
  if (!found) throw data(noSuch, { status: 404 })
  return found
}

export async function action(args: Route.ActionArgs) {
  const { db, config, actor, now } = begin(args, route)
  const { params, request, url } = args
  const { origin } = config
  const own = `/editor/payments/${params.id}`
  const found = await findStatement(db, params.id)
  if (!found) throw data(noSuch, { status: 404 })

  switch (url.searchParams.get('do')) {
    case 'map': {
      const form = await readForm(request, columnsForm(found.headings.length))
      if (!form.ok) return refuse(400, form.errors, form.typed)
      const outcome = await mapStatement(db, actor, params.id, form.answers, now)
      return outcome.ok ? redirect(own) : refuse(409, { statement: settled }, form.typed)
    }
    case 'confirm': {
      const form = await readChosen(request, noFields)
      if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
      return result(
        args,
        await confirmProposals(db, actor, origin, params.id, new Set(form.answers.chosen), now),
      )
    }
    case 'confirm-certain':
      unlessWrong(await readButton(request))
      return result(args, await confirmProposals(db, actor, origin, params.id, 'certain', now))
    case 'match': {
      const form = await readForm(request, matchForm)
      if (!form.ok) return refuse(400, form.errors, form.typed)
      const { line, reference } = form.answers
      const outcome = await matchLine(
        db,
        actor,
        origin,
        { importId: params.id, number: line },
        reference,
        now,
      )
      return outcome.ok
        ? redirectWithFlash(args, own, { key: 'lines-matched', moved: 1 })
        : refuse(409, { reference: outcome.sentence }, form.typed)
    }
    case 'set-aside':
    case 'take-back': {
      const form = await readChosen(request, noFields)
      if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
      const isAside = url.searchParams.get('do') === 'set-aside'
      const { chosen } = form.answers
      const { count: moved } = await setLinesAside(db, actor, params.id, chosen, isAside, now)
      const key = isAside ? 'lines-set-aside' : 'lines-restored'
      return redirectWithFlash(args, own, { key, moved, rows: rowsToUndo(chosen, moved), list: own })
    }
    case 'undo': {
      unlessWrong(await readButton(request))
      const outcome = await undoStatement(db, actor, params.id, now)
      return outcome.ok
        ? redirectWithFlash(args, '/editor/payments', { key: 'statement-deleted' })
        : refuse(409, { statement: settled })
    }
    default:
      throw data({ sentence: unknownAction }, { status: 400 })
  }
}

const settled = 'Some lines of this statement are already matched, so you cannot change it.'

function result(args: Route.ActionArgs, outcome: Awaited<ReturnType<typeof confirmProposals>>) {
  const own = `/editor/payments/${args.params.id}`
  return outcome.left.length === 0
    ? redirectWithFlash(args, own, { key: 'lines-matched', moved: outcome.moved })
    : data({ outcome }, { status: 409 })
}

export default function PaymentStatement({ loaderData, actionData }: Route.ComponentProps) {
  const { statement, choosing, lines } = loaderData
  const refused = actionData && 'errors' in actionData ? actionData : undefined
  const errors: Record<string, string> = refused?.errors ?? {}
  const typed: Record<string, string> = refused?.typed ?? {}
  const outcome = actionData && 'outcome' in actionData ? actionData.outcome : undefined
  const isUntouched = lines ? lines.counts.matched === 0 : true
  return (
    <>
      <StaffTitle
        title={statement.fileName || 'Unnamed statement'}
        hasErrors={Object.keys(errors).length > 0}
        back={{ href: '/editor/payments', label: 'Payments' }}
      />
      <ErrorSummary errors={refused?.errors} />
      {outcome && <NotMoved {...outcome} things="payments" />}
      <div id="statement" className={styles.stack}>
        {choosing && <StatementColumns {...choosing} {...{ headings: statement.headings, errors, typed }} />}
        {lines && <StatementLines {...lines} {...{ id: statement.id, errors, typed }} />}
      </div>
      {isUntouched && (
        <form method="post" action="?do=undo">
          <p>
            No lines are matched yet. <Button look="quiet">Delete this statement</Button>
          </p>
        </form>
      )}
    </>
  )
}
