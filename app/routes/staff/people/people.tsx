import { data } from 'react-router'
import { movePeople, registerMoves, type RegisterMove } from '#features/people/editing.server.ts'
import { categories, grades, registerStates } from '#features/people/register.ts'
import { registerForm, type RegisterQuery } from '#features/people/register-query.ts'
import { readRegister } from '#features/people/reading.server.ts'
import { peoplePerPage, type RegisterRow } from '#features/people/register-queries.server.ts'
import { noFields, readChosen } from '#server/input/form.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { CountLine } from '#ui/list/count-line.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { Day } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { alike, Choose } from '#ui/form/choose.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { Pagination } from '#ui/list/pagination.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { rowsToUndo } from '#routes/request/flash-messages.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { queryOf, refuse, unreadableForm } from '#routes/staff/shared/answers.server.ts'
import { exportRight } from '#routes/staff/sign-in/confirm.server.ts'
import { ExportForm } from '#routes/staff/shared/export-form.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import styles from './people.module.css'
import type { Route } from './+types/people.ts'

const route = 'routes/staff/people/people'
const path = '/editor/people'

export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, route)
  const read = readQuery(queryOf(args.url), registerForm)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const { query } = read
  return {
    query,
    pageSize: peoplePerPage,
    ...(await readRegister(db, actor, query, now)),
    mayExport: exportRight(args, session, 'routes/staff/people/people-export'),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { request, url } = args
  const move = url.searchParams.get('do')
  if (!move || !Object.hasOwn(registerMoves, move))
    throw data({ sentence: 'This page does not know that action.' }, { status: 400 })
  const form = await readChosen(request, noFields)
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  const { chosen } = form.answers
  const { moved } = await movePeople(db, actor, move as RegisterMove, chosen, now)
  const list = listHref(path, Object.fromEntries(queryOf(url)))
  return redirectWithFlash(args, list, {
    ...{ key: 'people-moved', move: move as RegisterMove, moved, list },
    rows: rowsToUndo(chosen, moved),
  })
}

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { query, people, total, pages, pageSize, mayExport } = loaderData
  const { page: _page, sort: _sort, dir: _dir, ...filter } = query
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <>
      <StaffTitle title="People" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      <p className={styles.tools}>
        <ButtonLink href={`${path}/new`} look="secondary">
          Add a person
        </ButtonLink>
        <ButtonLink href={`${path}/import`} look="secondary">
          Import people
        </ButtonLink>
      </p>
      <Filters {...loaderData} isFiltered={isFiltered} />
      {people.length === 0 ? (
        <EmptyState title={isFiltered ? 'No results' : 'The register is empty'}>
          <p>
            {isFiltered ? (
              <>Remove a filter, or search for the family name only.</>
            ) : (
              <>
                <a href={`${path}/new`}>Add a person</a> or <a href={`${path}/import`}>import people</a>.
              </>
            )}
          </p>
        </EmptyState>
      ) : (
        <section id="rows">
          <CountLine page={query.page} pageSize={pageSize} total={total} one="person" many="people" />
          <DataTable
            caption="People"
            captionHidden
            rows={people}
            rowKey={(person) => person.id}
            columns={columns}
            sorting={{
              sort: query.sort ?? 'name',
              dir: query.dir,
              hrefFor: (sort, dir) => listHref(path, query, { sort, dir, page: 1 }),
            }}
            choice={{
              things: 'people',
              nameOf: (person) => `${person.name}, ${person.memberNo}`,
              acts: actsOf(query).map(({ move, label }) => ({
                label,
                action: listHref(path, query, { do: move }),
              })),
            }}
          />
        </section>
      )}
      <Pagination page={query.page} pages={pages} hrefFor={(page) => listHref(path, query, { page })} />
      {total > 0 && (
        <ExportForm
          action={`${path}/export`}
          query={filter}
          what={total === 1 ? '1 person' : `${total.toLocaleString('en-GB')} people`}
          right={mayExport}
          back={path}
        />
      )}
    </>
  )
}

function Filters({
  query,
  disciplines,
  countries,
  isFiltered,
}: Route.ComponentProps['loaderData'] & { isFiltered: boolean }) {
  return (
    <FilterForm
      label="Filter people"
      clearHref={isFiltered ? path : undefined}
      hiddenFields={{ sort: query.sort, dir: query.dir === 'desc' ? 'desc' : undefined }}
    >
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
        any="All except deleted"
        choices={registerStates}
        chosen={query.state}
      />
      <Button look="secondary">Filter</Button>
    </FilterForm>
  )
}

function actsOf({ state }: RegisterQuery): { move: RegisterMove; label: string }[] {
  if (state === 'bin') return [{ move: 'restore', label: 'Restore' }]
  return [
    { move: 'list', label: 'Add to the public directory' },
    { move: 'unlist', label: 'Remove from the public directory' },
    { move: 'bin', label: 'Delete' },
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
    key: 'standing',
    label: 'Category and grade',
    cell: (person) => (person.grade ? grades[person.grade] : categories[person.category]),
  },
  {
    key: 'place',
    label: 'Institution',
    cell: (person) => [person.institution, person.country].filter(Boolean).join(', '),
  },
  { key: 'since', label: 'Since', sorts: true, cell: (person) => person.since },
  { key: 'listed', label: 'Listed', cell: (person) => (person.listedAt === null ? 'No' : 'Yes') },
  {
    key: 'changed',
    label: 'Changed',
    sorts: true,
    cell: (person) => <Day date={new Date(person.updatedAt).toISOString().slice(0, 10)} />,
  },
]
