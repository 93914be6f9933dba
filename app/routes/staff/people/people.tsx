import { officeDay } from '#office-time.ts'
import { data } from 'react-router'
import { movePeople, registerMoves, type RegisterMove } from '#features/people/editing.server.ts'
import { categories, grades, registerStates } from '#features/people/register.ts'
import { registerForm, type RegisterQuery } from '#features/people/register-query.ts'
import { readRegister } from '#features/people/reading.server.ts'
import { peoplePerPage, type RegisterRow } from '#features/people/register-queries.server.ts'
import { readRemovalReason, removalsForm } from '#features/people/removing/form.ts'
import { proposeRemovals } from '#features/people/removing/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { noFields, readChosen } from '#server/input/form.server.ts'
import { ButtonLink } from '#ui/form/button.tsx'
import type { Column } from '#ui/list/data-table.tsx'
import { Day } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { alike, Choose } from '#ui/form/choose.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { begin, givenToStaff } from '#routes/request/begin.server.ts'
import { rowsToUndo } from '#routes/request/flash-messages.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { queryOf, refuse, unreadableForm, unknownAction } from '#routes/request/answers.server.ts'
import { exportRight } from '#routes/request/confirm.server.ts'
import { listPage } from '#routes/request/list-page.server.ts'
import { peekOf } from '#routes/staff/shared/peek/peek-of.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { BulkApproval, BulkRemoval } from './bulk-removal.tsx'
import { isOfficeOrAdmin } from './is-office-or-admin.server.ts'
import { approveSeveral } from './removal-acts.server.ts'
import styles from './people.module.css'
import type { Route } from './+types/people.ts'

const route = 'routes/staff/people/people'
const path = '/editor/people'

export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, route)
  const list = await listPage(args.url, registerForm, async (query) => ({
    ...(await readRegister(db, actor, query, now)),
    pageSize: peoplePerPage,
  }))
  return {
    ...list,
    mayApprove: isOfficeOrAdmin(session),
    mayExport: exportRight(args, session, 'routes/staff/people/people-export'),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, route)
  const { request, url } = args
  const move = url.searchParams.get('do')
  if (move === 'approve')
    return approveSeveral(args, listHref(path, Object.fromEntries(queryOf(url))), isOfficeOrAdmin(session))
  if (!move || !Object.hasOwn(registerMoves, move)) throw data({ sentence: unknownAction }, { status: 400 })
  const list = listHref(path, Object.fromEntries(queryOf(url)))
  if (move === 'bin') return proposeSeveral(args, list)
  const form = await readChosen(request, noFields)
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  const { chosen } = form.answers
  const { moved } = await movePeople(db, actor, move as RegisterMove, chosen, now)
  return redirectWithFlash(args, list, {
    ...{ key: 'people-moved', move: move as RegisterMove, moved, list },
    rows: rowsToUndo(chosen, moved),
  })
}

/** The first click chooses, the second says why. Nobody is removed before another officer approves it. */
async function proposeSeveral(args: Route.ActionArgs, list: string) {
  const { db, actor, now } = givenToStaff(args)
  const form = await readChosen(args.request, removalsForm)
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  const { chosen, removalReason } = form.answers
  const { decisionsNeedRelease: needsRelease } = await readSettings(db)
  if (removalReason === undefined) return data({ rows: chosen, typed: '', needsRelease, errors: {} })
  const read = readRemovalReason(removalReason)
  if (!read.ok)
    return data(
      { rows: chosen, typed: removalReason, needsRelease, errors: { removalReason: read.sentence } },
      { status: 400 },
    )
  const outcome = await proposeRemovals(db, actor, chosen, read.reason, now)
  return redirectWithFlash(args, list, { key: 'removals-proposed', ...outcome })
}

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { query, people, mayExport } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  const hasErrors = Object.keys(errors).length > 0
  const removing = actionData && 'rows' in actionData ? actionData : undefined
  return (
    <>
      <StaffTitle title="People" hasErrors={hasErrors} />
      <ErrorSummary errors={hasErrors ? errors : undefined} />
      {removing && (
        <BulkRemoval
          rows={removing.rows}
          action={listHref(path, query, { do: 'bin' })}
          back={listHref(path, query)}
          typed={removing.typed}
          needsRelease={removing.needsRelease}
          error={errors['removalReason']}
        />
      )}
      {actionData && 'approving' in actionData && (
        <BulkApproval
          removals={actionData.approving}
          action={listHref(path, query, { do: 'approve' })}
          back={listHref(path, query)}
        />
      )}
      <p className={styles.tools}>
        <ButtonLink href={`${path}/new`} look="secondary">
          Add a person
        </ButtonLink>
        <ButtonLink href={`${path}/import`} look="secondary">
          Import people
        </ButtonLink>
        <ButtonLink href={`${path}/duplicates`} look="secondary">
          Find duplicates
        </ButtonLink>
        {loaderData.mayApprove && (
          <ButtonLink href={`${path}/requests`} look="secondary">
            Requests from members
          </ButtonLink>
        )}
      </p>
      <StaffList
        path={path}
        list={loaderData}
        rows={people}
        caption="People"
        one="person"
        many="people"
        rowKey={(person) => person.id}
        columns={columns}
        peek={({ id, name }) => peekOf(name, `${path}/${id}`)}
        defaultSort="name"
        views={views}
        filter={{ label: 'Filter people', fields: <Filters {...loaderData} /> }}
        noResults={<p>Remove a filter, or search for the family name only.</p>}
        empty={
          <EmptyState title="The register is empty">
            <p>
              <a href={`${path}/new`}>Add a person</a> or <a href={`${path}/import`}>import people</a>.
            </p>
          </EmptyState>
        }
        bulk={{
          things: 'people',
          nameOf: (person) => `${person.name}, ${person.memberNo}`,
          acts: actsOf(query, loaderData.mayApprove).map(({ move, label }) => ({
            label,
            action: listHref(path, query, { do: move }),
          })),
        }}
        exported={{ right: mayExport }}
      />
    </>
  )
}

const views = [
  { label: 'All', query: {} },
  { label: 'Fellows', query: { grade: 'fellow' } },
  { label: 'Life members', query: { category: 'life' } },
  { label: 'Not in the directory', query: { listed: 'no' } },
  { label: 'Removed', query: { state: 'bin' } },
]

function Filters({ query, disciplines, countries }: Route.ComponentProps['loaderData']) {
  return (
    <>
      <Field
        name="q"
        label="Name, number or institution"
        type="search"
        defaultValue={query.q}
        maxLength={80}
      />
      <Choose
        name="category"
        label="Category"
        any="All categories"
        choices={categories}
        chosen={query.category}
      />
      <Choose
        name="grade"
        label="Grade"
        any="All grades"
        choices={{ ...grades, none: 'None' }}
        chosen={query.grade}
      />
      <Choose
        name="discipline"
        label="Discipline"
        any="All disciplines"
        choices={alike(disciplines)}
        chosen={query.discipline}
      />
      <Choose
        name="country"
        label="Country"
        any="All countries"
        choices={alike(countries)}
        chosen={query.country}
      />
      <Choose
        name="listed"
        label="In the public directory"
        any="All"
        choices={{ yes: 'Yes', no: 'No' }}
        chosen={query.listed}
      />
      <Choose
        name="state"
        label="Status"
        any="All except removed"
        choices={registerStates}
        chosen={query.state}
      />
    </>
  )
}

function actsOf(
  { state }: RegisterQuery,
  mayApprove: boolean,
): { move: RegisterMove | 'approve'; label: string }[] {
  if (state === 'bin') return [{ move: 'restore', label: 'Restore' }]
  if (state === 'removal' && mayApprove) return [{ move: 'approve', label: 'Approve removal' }]
  return [
    { move: 'list', label: 'Add to the public directory' },
    { move: 'unlist', label: 'Remove from the public directory' },
    { move: 'bin', label: 'Remove from the register' },
  ]
}

const columns: Column<RegisterRow>[] = [
  {
    key: 'name',
    label: 'Name',
    heads: true,
    sorts: true,
    cell: (person) => (
      <>
        <a href={`${path}/${person.id}`}>{person.name}</a> {person.sampleAt !== null && <SampleMark />}
        {person.diedYear !== null && <span className={styles.note}>died {person.diedYear}</span>}
      </>
    ),
  },
  {
    key: 'number',
    label: 'No.',
    sorts: true,
    cell: (person) => <span className={styles.number}>{person.memberNo}</span>,
  },
  {
    key: 'category',
    label: 'Category and grade',
    cell: (person) => (person.grade ? grades[person.grade] : categories[person.category]),
  },
  {
    key: 'institution',
    label: 'Institution',
    cell: (person) => [person.institution, person.country].filter(Boolean).join(', '),
  },
  { key: 'since', label: 'Since', sorts: true, cell: (person) => person.since },
  { key: 'listed', label: 'Listed', cell: (person) => (person.listedAt === null ? 'No' : 'Yes') },
  {
    key: 'changed',
    label: 'Changed',
    sorts: true,
    cell: (person) => <Day date={officeDay(person.updatedAt)} />,
  },
]
