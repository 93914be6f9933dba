import { data } from 'react-router'
import { readAuditQuery } from '#features/audit/form.ts'
import { readTrail } from '#features/audit/reading.server.ts'
import { Button } from '#ui/form/button.tsx'
import { CountLine } from '#ui/list/count-line.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { Pagination } from '#ui/list/pagination.tsx'
import { AuditList, toAuditLine } from './audit-list.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { exportRight } from '#routes/staff/sign-in/confirm.server.ts'
import { ExportForm } from '#routes/staff/shared/export-form.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/audit-trail.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, 'routes/staff/audit/audit-trail')
  const { url } = args
  const read = readAuditQuery(url.searchParams)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const found = await readTrail(db, actor, read.query, now)
  return {
    query: read.query,
    actions: found.actions,
    pages: found.pages,
    pageSize: found.pageSize,
    total: found.total,
    isCut: found.isCut,
    entries: found.entries.map(toAuditLine),
    mayExport: exportRight(args, session, 'routes/staff/audit/audit-export'),
  }
}

export default function AuditTrail({
  loaderData: { query, actions, pages, pageSize, total, isCut, entries, mayExport },
}: Route.ComponentProps) {
  const filtered = Boolean(query.q || query.action || query.from || query.to)
  return (
    <>
      <StaffTitle title="Audit trail" />
      <FilterForm label="Filter the audit trail" clearHref={filtered ? '/admin/audit' : undefined}>
        <Field name="q" label="Search" type="search" width="short" defaultValue={query.q} />
        <SelectField
          name="action"
          label="Action"
          defaultValue={query.action ?? ''}
          choices={[
            { value: '', label: 'All actions' },
            ...actions.map((value) => ({ value, label: inWords(value) })),
          ]}
        />
        <Field name="from" label="From" type="date" width="short" defaultValue={query.from} />
        <Field name="to" label="To" type="date" width="short" defaultValue={query.to} />
        <Button look="secondary">Filter</Button>
      </FilterForm>
      <CountLine page={query.page} pageSize={pageSize} total={total} one="entry" many="entries" />
      {isCut && (
        <p>
          There are more results. These are the latest {formatCount(total)}. Add a word or dates to see fewer.
          The export below contains all.
        </p>
      )}
      {total === 0 && filtered ? (
        <EmptyState title="No results">
          <p>Remove a filter to see more.</p>
        </EmptyState>
      ) : (
        <AuditList entries={entries} level={2} />
      )}
      <Pagination
        page={query.page}
        pages={pages}
        hrefFor={(page) => listHref('/admin/audit', query, { page })}
      />
      {total > 0 && (
        <ExportForm
          action="/admin/audit/export"
          query={{ ...query, page: 1 }}
          what={isCut ? 'all matching entries' : total === 1 ? '1 entry' : `${formatCount(total)} entries`}
          right={mayExport}
          back="/admin/audit"
        />
      )}
    </>
  )
}

function formatCount(total: number) {
  return total.toLocaleString('en-GB')
}

/** `staff.signed-in` as `Staff: signed in`. */
function inWords(action: string) {
  const words = action.replace('.', ': ').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
