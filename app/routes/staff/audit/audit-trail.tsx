import { auditForm } from '#features/audit/form.ts'
import { readTrail } from '#features/audit/reading.server.ts'
import { Field, SelectField } from '#ui/form/field.tsx'
import { toTrailLine } from './audit-line.server.ts'
import { AuditList } from './audit-list.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { exportRight } from '#routes/request/confirm.server.ts'
import { listPage } from '#routes/request/list-page.server.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { formatNumber } from '#ui/foundations/numbers.ts'
import type { Route } from './+types/audit-trail.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, 'routes/staff/audit/audit-trail')
  const found = await listPage(args.url, auditForm, (query) => readTrail(db, actor, query, now))
  return {
    ownId: actor.id,
    query: found.query,
    actions: found.actions,
    actors: found.actors,
    pages: found.pages,
    pageSize: found.pageSize,
    total: found.total,
    isCut: found.isCut,
    entries: found.entries.map((entry) => toTrailLine(entry, session.user.role === 'admin')),
    mayExport: exportRight(args, session, 'routes/staff/audit/audit-export'),
  }
}

export default function AuditTrail({ loaderData }: Route.ComponentProps) {
  const { ownId, query, actions, actors, total, isCut, entries, mayExport } = loaderData
  return (
    <>
      <StaffTitle title="Audit trail" />
      <StaffList
        path="/admin/audit"
        list={loaderData}
        rows={entries}
        caption="Audit trail"
        one="entry"
        many="entries"
        {...(actors.length > 0 && { views: viewsFor(ownId) })}
        filter={{ label: 'Filter the audit trail', fields: <Filters {...{ query, actions, actors }} /> }}
        note={
          isCut && (
            <p>
              There are more results. These are the latest {formatNumber(total)}. Add a word or dates to see
              fewer. The export below contains all.
            </p>
          )
        }
        empty={<AuditList entries={[]} level={2} />}
        view={(entries) => <AuditList entries={entries} level={2} />}
        exported={{ right: mayExport, ...(isCut && { what: 'all matching entries' }) }}
      />
    </>
  )
}

function viewsFor(ownId: string) {
  return [
    { label: 'All', query: {} },
    { label: 'By me', query: { by: `staff:${ownId}` } },
    { label: 'By visitors', query: { by: 'visitor' } },
    { label: 'By the site itself', query: { by: 'system' } },
  ]
}

type FilterProps = Pick<Route.ComponentProps['loaderData'], 'query' | 'actions' | 'actors'>

function Filters({ query, actions, actors }: FilterProps) {
  return (
    <>
      <Field name="q" label="Search" type="search" width="short" defaultValue={query.q} maxLength={80} />
      <SelectField
        name="action"
        label="Action"
        defaultValue={query.action ?? ''}
        choices={[
          { value: '', label: 'All actions' },
          ...actions.map((value) => ({ value, label: inWords(value) })),
        ]}
      />
      {actors.length > 0 && (
        <SelectField
          name="by"
          label="Person"
          defaultValue={query.by ?? ''}
          choices={[
            { value: '', label: 'Anyone' },
            ...actors.map(({ actor, name }) => ({ value: actor, label: name })),
            { value: 'visitor', label: 'Visitors' },
            { value: 'system', label: 'The site itself' },
          ]}
        />
      )}
      <Field name="from" label="From" type="date" width="short" defaultValue={query.from} />
      <Field name="to" label="To" type="date" width="short" defaultValue={query.to} />
    </>
  )
}

/** `staff.signed-in` as `Staff: signed in`. */
function inWords(action: string) {
  const words = action.replace('.', ': ').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
