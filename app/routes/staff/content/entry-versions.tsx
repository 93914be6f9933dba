import { data, redirect } from 'react-router'
import { listHistoryOf } from '#features/audit/queries.server.ts'
import { compareVersions } from '#features/content/compare.ts'
import { findFileNames } from '#features/content/file-names.server.ts'
import { compareQuery, restoreForm } from '#features/content/form.ts'
import { restoreVersion } from '#features/content/operations.server.ts'
import { findForStaff, listVersions } from '#features/content/staff-queries.server.ts'
import { findVersion } from '#features/content/versions.server.ts'
import { SideBySide } from '#features/content/writing/side-by-side.tsx'
import { refuse, unlessWrong } from '#routes/staff/answers.server.ts'
import { AuditList, toAuditLine } from '#routes/staff/audit-list.tsx'
import { actorOf, allowActing, allowReading } from '#routes/staff/guard.server.ts'
import { StaffTitle } from '#routes/staff/staff-title.tsx'
import { dbContext, nowContext } from '#server/context.server.ts'
import { readForm } from '#server/form.server.ts'
import { readQuery } from '#server/query-string.ts'
import { Button } from '#ui/button.tsx'
import { CountLine } from '#ui/count-line.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Moment } from '#ui/day.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { SelectField } from '#ui/field.tsx'
import { FilterForm } from '#ui/filter-form.tsx'
import { listHref } from '#ui/list-href.ts'
import { Pagination } from '#ui/pagination.tsx'
import { noSuchPage } from './not-there.ts'
import type { Route } from './+types/entry-versions.ts'

const route = 'routes/staff/content/entry-versions'

export async function loader(args: Route.LoaderArgs) {
  allowReading(args, route)
  const { context, params, url } = args
  const read = readQuery(url.searchParams, compareQuery)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const db = context.get(dbContext)
  const entry = await findForStaff(db, params.id)
  if (!entry) throw noSuchPage()
  const { kind, title, head_version, live_version } = entry
  const to = read.query.to ?? head_version
  const from = read.query.from ?? Math.max(1, to - 1)
  const [before, after] = [await findVersion(db, params.id, from), await findVersion(db, params.id, to)]
  if (!before || !after) throw data({ sentence: 'There is no such version.' }, { status: 404 })
  const history = await listHistoryOf(db, actorOf(args), `entry:${params.id}`, 1)
  return {
    ...{ id: params.id, title, head_version, live_version, from, to, page: read.query.page },
    ...(await listVersions(db, params.id, read.query.page)),
    differences: compareVersions(kind, before, after, await findFileNames(db, kind, [before, after])),
    history: history.entries.map(toAuditLine),
  }
}

/** Makes an older version the newest one again. */
export async function action(args: Route.ActionArgs) {
  allowActing(args, route)
  const { context, request, params } = args
  const { base, number } = unlessWrong(await readForm(request, restoreForm))
  const db = context.get(dbContext)
  const asked = { id: params.id, base, number }
  const outcome = await restoreVersion(db, actorOf(args), asked, context.get(nowContext))
  if (!outcome.ok) return refuse(409, { versions: refusals[outcome.reason] })
  return redirect(`/editor/entries/${params.id}`)
}

const refusals = {
  'not-found': 'There is no such version.',
  'not-open': 'This cannot be changed where it stands: take it back to draft, or out of the bin, first.',
  conflict: 'Somebody has saved a newer version in the meantime. Look at it, then decide again.',
}

export default function EntryVersions({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, versions, total, pageSize, pages, page, head_version, live_version } = loaderData
  const path = `/editor/entries/${id}/versions`
  return (
    <>
      <StaffTitle title={`Versions of ${title}`} back={{ href: `/editor/entries/${id}`, label: title }} />
      <ErrorSummary errors={actionData?.errors} />
      <Comparison {...loaderData} />
      <h2 id="versions">All versions</h2>
      <CountLine page={page} pageSize={pageSize} total={total} one="version" many="versions" />
      <DataTable
        caption="Versions"
        captionHidden
        rows={versions}
        rowKey={({ number }) => String(number)}
        columns={[
          {
            key: 'number',
            label: 'Version',
            heads: true,
            cell: ({ number }) => (
              <>
                {number}
                {number === live_version && ' (on the site)'}
              </>
            ),
          },
          { key: 'title', label: 'Title', cell: (version) => version.title },
          {
            key: 'saved',
            label: 'Saved',
            cell: ({ savedAt, savedBy }) => (
              <>
                <Moment at={new Date(savedAt)} />
                {savedBy && `, ${savedBy}`}
              </>
            ),
          },
          { key: 'note', label: 'Note', cell: ({ note }) => note },
          {
            key: 'restore',
            label: 'Restore',
            cell: ({ number }) =>
              number !== head_version && <Restore id={id} base={head_version} number={number} />,
          },
        ]}
      />
      <Pagination page={page} pages={pages} hrefFor={(page) => listHref(path, { page })} />
      <h2>What happened</h2>
      <AuditList entries={loaderData.history} level={3} />
    </>
  )
}

function Comparison({ from, to, head_version, differences }: Route.ComponentProps['loaderData']) {
  const choices = Array.from({ length: Math.min(head_version, 200) }, (_, index) => {
    const number = String(head_version - index)
    return { value: number, label: `Version ${number}` }
  })
  return (
    <section>
      <h2>Compare</h2>
      <FilterForm label="Compare two versions">
        <SelectField name="from" label="Before" defaultValue={String(from)} choices={choices} />
        <SelectField name="to" label="After" defaultValue={String(to)} choices={choices} />
        <Button look="secondary">Compare</Button>
      </FilterForm>
      {differences.length === 0 && <p>Both say the same.</p>}
      {differences.map(({ name, label, before, after }) => (
        <SideBySide
          key={name}
          label={label}
          left={{ title: `Version ${from}`, pieces: before }}
          right={{ title: `Version ${to}`, pieces: after }}
        />
      ))}
    </section>
  )
}

function Restore({ id, base, number }: { id: string; base: number; number: number }) {
  return (
    <form method="post" action={`/editor/entries/${id}/versions`}>
      <input type="hidden" name="base" value={base} />
      <input type="hidden" name="number" value={number} />
      <Button look="quiet" aria-label={`Restore version ${number}`}>
        Restore
      </Button>
    </form>
  )
}
