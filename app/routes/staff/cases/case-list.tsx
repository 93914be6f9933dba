import { data } from 'react-router'
import { officeDay } from '#office-time.ts'
import { bulkMove, bulkMovesFor, bulkMoveThatUndoes } from '#features/casework/bulk.ts'
import { caseListForm, factsForm, factsTyped } from '#features/casework/casework-form.ts'
import { assignCases, moveCases, previewMoves } from '#features/casework/bulk-moves.server.ts'
import { casesPerPage, type CaseLine } from '#features/casework/list-queries.server.ts'
import { readFacts } from '#features/cases/move-operations.server.ts'
import { assignedTo, queueNames, stateChoices, stateLabel, waitingFor } from '#features/casework/queues.ts'
import { readCaseList } from '#features/casework/reading.server.ts'
import { begin, givenToStaff } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { queryOf, refuse, unreadableForm, unknownAction } from '#routes/request/answers.server.ts'
import { listPage } from '#routes/request/list-page.server.ts'
import { peekOf } from '#routes/staff/shared/peek/peek-of.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { exportRight } from '#routes/request/confirm.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { noFields, readChosen } from '#server/input/form.server.ts'
import type { Column } from '#ui/list/data-table.tsx'
import { Day } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { alike, Choose } from '#ui/form/choose.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { ageText } from '#features/casework/age.ts'
import { BulkFacts, type BulkAsk } from './bulk-facts.tsx'
import { NotMoved } from './not-moved.tsx'
import { BulkRelease } from './bulk-release.tsx'
import { Queues } from './queues.tsx'
import { releaseSeveral } from './release-acts.server.ts'
import type { Route } from './+types/case-list.ts'
import styles from './cases.module.css'

const route = 'routes/staff/cases/case-list'
const path = '/editor/cases'

export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, route)
  const found = await listPage(args.url, caseListForm, async (query) => ({
    ...(await readCaseList(db, actor, query, now)),
    pageSize: casesPerPage,
  }))
  return {
    ...found,
    moves: bulkMovesFor(found.cases, actor.role),
    mayExport: exportRight(args, session, 'routes/staff/cases/cases-export'),
    now: now.getTime(),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, actor, now } = begin(args, route)
  const act = args.url.searchParams.get('do') ?? ''
  const list = listHref(path, Object.fromEntries(queryOf(args.url)))
  const back = (moved: number) => redirectWithFlash(args, list, { key: 'cases-changed', moved })
  if (act === 'release') return releaseSeveral(args, list)
  if (act === 'assign-me' || act === 'assign-nobody') return assign(args, act, back)
  const move = act.startsWith('move-') ? act.slice('move-'.length) : ''
  const rule = bulkMove(move)
  if (!rule) throw data({ sentence: unknownAction }, { status: 400 })

  const { request } = args
  const asks = rule.asks ?? []
  const form = await readChosen(request, factsForm(move, asks))
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  const { chosen, ...sent } = form.answers
  const lines = chosen.map(toLine)
  const ask: BulkAsk = {
    move,
    label: rule.label,
    asks: [...asks],
    rows: chosen,
    references: lines.map((one) => one.reference),
  }
  // The first click only chooses; then the page asks for the facts of the move, once for all.
  if (asks.length > 0 && Object.keys(sent).length === 0) return data({ ask, errors: {}, typed: {} })
  const typed = factsTyped(move, sent)
  const facts = readFacts(asks, typed, now)
  if (!facts.ok) {
    const faults = Object.entries(facts.faults).map(([name, fault]) => [`${move}-${name}`, fault])
    const errors: Record<string, string> = Object.fromEntries(faults)
    return data({ ask, errors, typed: form.typed }, { status: 400 })
  }
  const { origin } = config
  if (sent['confirmed'] === undefined) {
    const previews = await previewMoves(db, actor, origin, lines, { move, typed }, now)
    return data({ ask: { ...ask, previews }, errors: {}, typed: form.typed })
  }
  const outcome = await moveCases(db, actor, origin, lines, { move, typed, grave: rule.grave === true }, now)
  if (outcome.left.length > 0) return data({ outcome }, { status: 409 })
  if (rule.grave) return redirectWithFlash(args, list, { key: 'decisions-recorded', moved: outcome.moved })
  const undoneBy = bulkMoveThatUndoes(move)
  if (undoneBy === undefined) return back(outcome.moved)
  const rows = lines.map(({ reference, seen }) => `${reference}_${seen + 1}`)
  return redirectWithFlash(args, list, { key: 'cases-changed', moved: outcome.moved, list, rows, undoneBy })
}

async function assign(
  args: Route.ActionArgs,
  act: 'assign-me' | 'assign-nobody',
  back: (moved: number) => Response,
) {
  const { db, actor, now } = givenToStaff(args)
  const { request } = args
  const form = await readChosen(request, noFields)
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  const to = act === 'assign-me' ? actor.id : null
  const references = form.answers.chosen.map((line) => toLine(line).reference)
  const outcome = await assignCases(db, actor, references, to, now)
  return outcome.left.length > 0 ? data({ outcome }, { status: 409 }) : back(outcome.moved)
}

const views = [
  { label: 'All open', query: {} },
  { label: 'Mine', query: { assigned: 'me' } },
  { label: 'Unassigned', query: { assigned: 'nobody' } },
  { label: 'Waiting for the office', query: { waits: 'office' } },
  { label: 'Waiting for release', query: { release: 'waiting' } },
  { label: 'Closed', query: { state: 'ended' } },
]

/** A line names the case and the version that was on the screen. */
function toLine(line: string) {
  const [reference = '', seen = ''] = line.split('_')
  return { reference, seen: Number(seen) || 0 }
}

export default function CaseList({ loaderData, actionData }: Route.ComponentProps) {
  const { query, cases, queues, moves, mayExport, now } = loaderData
  const errors = actionData && 'errors' in actionData ? actionData.errors : undefined
  const ask = actionData && 'ask' in actionData ? actionData.ask : undefined
  const releases = actionData && 'releases' in actionData ? actionData.releases : undefined
  const outcome = actionData && 'outcome' in actionData ? actionData.outcome : undefined
  return (
    <>
      <StaffTitle title="Cases" hasErrors={Boolean(errors && Object.keys(errors).length > 0)} />
      <ErrorSummary errors={errors} />
      {outcome && <NotMoved {...outcome} things="cases" />}
      {ask && actionData && 'typed' in actionData && (
        <BulkFacts
          {...ask}
          action={listHref(path, query, { do: `move-${ask.move}` })}
          back={listHref(path, query)}
          typed={actionData.typed}
          errors={errors ?? {}}
        />
      )}
      {releases && (
        <BulkRelease
          releases={releases}
          action={listHref(path, query, { do: 'release' })}
          back={listHref(path, query)}
        />
      )}
      {!ask && !releases && <Queues queues={queues} now={now} chosen={query} />}
      <StaffList
        path={path}
        list={loaderData}
        rows={cases}
        caption="Cases"
        one="case"
        many="cases"
        rowKey={({ reference, version }) => `${reference}_${version}`}
        columns={columnsAt(now)}
        peek={({ reference, name }) => peekOf(`${reference}: ${name}`, `${path}/${reference}`)}
        defaultSort="age"
        filter={{ label: 'Filter cases', fields: <Filters {...loaderData} /> }}
        views={views}
        note={
          moves.length === 0 && (
            <p className={styles.note}>To change several cases at once, filter the list by one status.</p>
          )
        }
        noResults={
          <p>
            Remove a filter, or show <a href={path}>all open cases</a> or{' '}
            <a href={`${path}?state=ended`}>all closed cases</a>.
          </p>
        }
        empty={<NoCases />}
        exported={{ right: mayExport }}
        bulk={{
          things: 'cases',
          nameOf: ({ reference, name }) => `${reference}, ${name}`,
          acts: [
            ...(query.release === 'waiting'
              ? [{ label: 'Read and release', action: listHref(path, query, { do: 'release' }) }]
              : []),
            { label: 'Assign to me', action: listHref(path, query, { do: 'assign-me' }) },
            { label: 'Unassign', action: listHref(path, query, { do: 'assign-nobody' }) },
            ...moves.map(({ move, label, refusal }) => ({
              label,
              refusal,
              action: listHref(path, query, { do: `move-${move}` }),
            })),
          ],
        }}
      />
    </>
  )
}

function Filters({ query, cycles, disciplines }: Route.ComponentProps['loaderData']) {
  return (
    <>
      <Field
        name="q"
        label="Reference, name, email or institution"
        type="search"
        defaultValue={query.q}
        maxLength={80}
      />
      <Choose
        name="process"
        label="Case type"
        any="All case types"
        choices={queueNames}
        chosen={query.process}
      />
      <Choose
        name="state"
        label="Status"
        any="All open"
        choices={{ ended: 'All closed', ...stateChoices(query.process) }}
        chosen={query.state}
      />
      <Choose name="waits" label="Waiting for" any="Anyone" choices={waitingFor} chosen={query.waits} />
      <Choose name="assigned" label="Assigned to" any="Anyone" choices={assignedTo} chosen={query.assigned} />
      <Choose name="cycle" label="Cycle" any="All cycles" choices={alike(cycles)} chosen={query.cycle} />
      <Choose
        name="discipline"
        label="Discipline"
        any="All disciplines"
        choices={alike(disciplines)}
        chosen={query.discipline}
      />
    </>
  )
}

function NoCases() {
  return (
    <EmptyState title="No open cases">
      <p>
        Nominations and applications appear here when they are submitted. The{' '}
        <a href="/admin/settings/nominations">settings</a> say when nominations open and close. You can also
        show <a href={`${path}?state=ended`}>all closed cases</a>.
      </p>
    </EmptyState>
  )
}

function columnsAt(now: number): Column<CaseLine>[] {
  return [
    {
      key: 'reference',
      label: 'Case',
      heads: true,
      sorts: true,
      cell: ({ reference, sampleAt, holdAt }) => (
        <>
          <a className={styles.reference} href={`${path}/${reference}`}>
            {reference}
          </a>{' '}
          {sampleAt !== null && <SampleMark />}
          {holdAt !== null && <span className={styles.note}>on hold</span>}
        </>
      ),
    },
    {
      key: 'name',
      label: 'Name',
      sorts: true,
      cell: ({ name }) => <span className={styles.name}>{name}</span>,
    },
    { key: 'state', label: 'Status', cell: ({ process: caseType, state }) => stateLabel(caseType, state) },
    { key: 'discipline', label: 'Discipline', cell: ({ discipline }) => discipline },
    { key: 'age', label: 'Waiting', sorts: true, cell: ({ stateAt }) => ageText(stateAt, now) },
    {
      key: 'due',
      label: 'Due',
      cell: ({ dueAt }) => dueAt !== null && <Day date={officeDay(dueAt)} />,
    },
    {
      key: 'received',
      label: 'Received',
      sorts: true,
      cell: ({ receivedAt }) => <Day date={officeDay(receivedAt)} />,
    },
    { key: 'assigned', label: 'Assigned to', cell: ({ assignedTo }) => assignedTo ?? 'Nobody' },
  ]
}
