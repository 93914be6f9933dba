import { data } from 'react-router'
import { moveSeveral } from '#features/entry-reviews/bulk.server.ts'
import { bulkMoveForm } from '#features/entry-reviews/form.ts'
import { isKind, kindNames, type Kind } from '#features/content/kinds/kinds.ts'
import { entryListForm, type EntryListQuery } from '#features/content/entry/form.ts'
import { rightsOf } from '#features/content/entry/rights.server.ts'
import { countStates, listChoices, listForStaff } from '#features/content/reading/staff-queries.server.ts'
import { hasTemplates } from '#features/content/entry/templates.server.ts'
import { typeField } from '#features/content/kinds/fields.ts'
import { mayPublish } from '#features/settings/rights.ts'
import { inverseOf, moves, rules, stateLabels, type EntryMove } from '#features/content/entry/workflow.ts'
import { begin } from '#routes/request/begin.server.ts'
import { rowsToUndo } from '#routes/request/flash-messages.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { queryOf, refuse, unreadableForm } from '#routes/request/answers.server.ts'
import { listPage } from '#routes/request/list-page.server.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readChosen } from '#server/input/form.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { ButtonLink } from '#ui/form/button.tsx'
import type { Column } from '#ui/list/data-table.tsx'
import { Day, Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { noSuchPage } from './not-there.ts'
import { StateMark } from './state-mark.tsx'
import type { Route } from './+types/entry-list.ts'
import styles from './entry-list.module.css'

const route = 'routes/staff/content/entry-list'

export async function loader(args: Route.LoaderArgs) {
  const { db, actor } = begin(args, route)
  const { url, params } = args
  if (!isKind(params.kind)) throw noSuchPage()
  const rights = await rightsOf(db, actor)
  const { kind } = params
  return {
    kind,
    ownId: actor.id,
    counts: await countStates(db, kind),
    hasTemplates: await hasTemplates(db, kind),
    publishes: rights !== undefined && mayPublish(rights),
    awards: kind === 'recipient' ? await listChoices(db, 'award') : [],
    ...(await listPage(url, entryListForm, (query) => listForStaff(db, kind, query))),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, actor, now } = begin(args, route)
  const { url, request, params } = args
  const move = moves.find((name) => name === url.searchParams.get('move'))
  const requested = queryOf(url)
  requested.delete('move')
  const read = readQuery(requested, entryListForm)
  if (!isKind(params.kind) || !move || !read.ok) throw data({ sentence: unreadableForm }, { status: 400 })
  const form = await readChosen(request, bulkMoveForm)
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? form.errors['note'] ?? unreadableForm })
  const { chosen, ...given } = form.answers
  const outcome = await moveSeveral(db, actor, chosen, { move, ...given }, config.origin, now)
  const { moved, refused, shownHash } = outcome
  const list = listHref(`/editor/content/${params.kind}`, read.query, { page: 1 })
  const inverse = inverseInList(move, read.query)
  return redirectWithFlash(args, list, {
    ...{ key: 'entries-moved', move, moved, list, shownHash },
    left: refused.length,
    refused: refused.slice(0, maxNamed).map(({ title, reason }) => ({ title: title.slice(0, 80), reason })),
    rows: rowsToUndo(chosen, moved),
    ...(inverse && { inverse }),
  })
}

/** The message travels in a cookie, which is small. */
const maxNamed = 8

/** In a list of several statuses only a deletion can be undone for all entries. */
function inverseInList(move: EntryMove, { state }: EntryListQuery): EntryMove | undefined {
  if (move === 'bin') return 'restore'
  return state && state !== 'live' ? inverseOf(move, state) : undefined
}

type Line = Route.ComponentProps['loaderData']['entries'][number]

export default function EntryList({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, query, entries, publishes, ownId, counts, hasTemplates } = loaderData
  const { one, many } = kindNames[kind]
  const path = `/editor/content/${kind}`
  return (
    <>
      <StaffTitle title={many} hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      <p className={styles.begin}>
        <ButtonLink href={`${path}/new`}>New {one}</ButtonLink>
        {hasTemplates && (
          <ButtonLink look="secondary" href={`${path}/templates`}>
            New from template
          </ButtonLink>
        )}
      </p>
      <StaffList
        path={path}
        list={loaderData}
        rows={entries}
        caption={many}
        one="entry"
        many="entries"
        rowKey={({ id, version }) => `${id}_${version}`}
        columns={columnsFor(kind)}
        peek={peekAt}
        filter={{
          label: `Filter ${many}`,
          fields: <Filters {...loaderData} />,
          hidden: { sort: query.sort, dir: query.dir === 'desc' ? query.dir : undefined, by: query.by },
        }}
        views={viewsFor(ownId, counts)}
        empty={
          <EmptyState title={`No ${many.toLowerCase()} yet`}>
            <p>
              <a href={`${path}/new`}>Write the first {one}</a>. Visitors see it once you publish it.
            </p>
          </EmptyState>
        }
        noResults={
          <p>
            <a href={path}>Show all</a>
          </p>
        }
        bulk={{
          things: 'entries',
          nameOf: ({ title }) => title,
          note: 'Note for colleagues (optional)',
          acts: actsFor(query).map((move) => ({
            label: rules[move].label,
            action: listHref(path, query, { move }),
            refusal: publishes || rules[move].by === 'writers' ? undefined : forAdministrators,
          })),
        }}
        exported={{ right: 'yes', asksReason: false }}
      />
    </>
  )
}

/** The entry as visitors would see it, with what the reader has typed and not saved. */
function peekAt({ id, title }: Line) {
  const address = `/editor/entries/${id}/preview?show=parts`
  const notYet = 'Some required fields are empty, so there is no page to preview yet.'
  const source = { address, parts: 'main', withColumns: true as const, notYet }
  return { title, href: `/editor/entries/${id}`, source }
}

/** What people look for most often; a count shows where something waits. */
function viewsFor(ownId: string, counts: Route.ComponentProps['loaderData']['counts']) {
  const waiting = counts.in_review ? ` (${counts.in_review})` : ''
  return [
    { label: 'All', query: {} },
    { label: 'Mine', query: { by: ownId } },
    { label: 'My drafts', query: { by: ownId, state: 'draft' } },
    { label: `In review${waiting}`, query: { state: 'in_review' } },
    { label: 'Scheduled', query: { state: 'scheduled' } },
    { label: 'Deleted', query: { state: 'binned' } },
  ]
}

function actsFor({ state }: EntryListQuery): EntryMove[] {
  if (state === 'binned') return ['restore']
  return ['submit', 'withdraw', 'publish', 'archive', 'bin']
}

const forAdministrators = `${rules.publish.label}, ${rules.archive.label}: only an administrator can do this. Submit entries for review instead.`

function Filters({ kind, query, counts, awards }: Route.ComponentProps['loaderData']) {
  const count = (state: keyof typeof stateLabels) => (counts[state] ? ` (${counts[state]})` : '')
  const type = typeField(kind)
  return (
    <>
      <Field
        name="q"
        label="Title or address"
        type="search"
        width="medium"
        defaultValue={query.q}
        maxLength={100}
      />
      <SelectField
        name="state"
        label="Status"
        defaultValue={query.state ?? ''}
        choices={[
          { value: '', label: 'All except deleted' },
          { value: 'live', label: 'Visible to visitors' },
          ...Object.entries(stateLabels).map(([value, label]) => ({
            value,
            label: `${label}${count(value as keyof typeof stateLabels)}`,
          })),
        ]}
      />
      {type && (
        <SelectField
          name="type"
          label={type.label}
          defaultValue={query.type ?? ''}
          choices={[
            { value: '', label: 'All' },
            ...Object.entries(type.choices).map(([value, label]) => ({ value, label })),
          ]}
        />
      )}
      {awards.length > 0 && (
        <SelectField
          name="parent"
          label="Award"
          defaultValue={query.parent ?? ''}
          choices={[
            { value: '', label: 'All' },
            ...awards.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      )}
    </>
  )
}

function columnsFor(kind: Kind): Column<Line>[] {
  return [
    {
      key: 'title',
      label: 'Title',
      sorts: true,
      heads: true,
      cell: ({ id, title, sample }) => (
        <>
          <a href={`/editor/entries/${id}`}>{title}</a> {sample && <SampleMark />}
        </>
      ),
    },
    ...(kind === 'recipient'
      ? [{ key: 'award', label: 'Award', cell: ({ parentTitle }: Line) => parentTitle }]
      : []),
    {
      key: 'state',
      label: 'Status',
      sorts: true,
      cell: ({ state, isLive, publishAt }) => <StateMark {...{ state, isLive, publishAt }} />,
    },
    {
      key: 'day',
      label: 'Date',
      sorts: true,
      cell: ({ day }) => day && (day.length > 4 ? <Day date={day} /> : day),
    },
    {
      key: 'updated',
      label: 'Changed',
      sorts: true,
      cell: ({ updatedAt, updatedBy }) => (
        <span>
          <Moment at={new Date(updatedAt)} />
          {updatedBy && `, ${updatedBy}`}
        </span>
      ),
    },
  ]
}
