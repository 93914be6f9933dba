import { data } from 'react-router'
import { subscriberFilter } from '#features/newsletter/form.ts'
import { removeSubscribers } from '#features/newsletter/operations.server.ts'
import { readSubscribers, type SubscriberLine } from '#features/newsletter/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { queryOf, refuse, unreadableForm } from '#routes/staff/shared/answers.server.ts'
import { exportRight } from '#routes/staff/sign-in/confirm.server.ts'
import { ExportForm } from '#routes/staff/shared/export-form.tsx'
import { MailAddress } from '#routes/staff/mail/mail-address.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { noFields, readChosen } from '#server/input/form.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { Button } from '#ui/form/button.tsx'
import { CountLine } from '#ui/list/count-line.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { Pagination } from '#ui/list/pagination.tsx'
import type { Route } from './+types/subscribers.ts'

const route = 'routes/staff/enquiries/subscribers'
const path = '/editor/subscribers'
const pageSize = 50

export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, route)
  const read = readQuery(queryOf(args.url), subscriberFilter)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const { query } = read
  return {
    query,
    ...(await readSubscribers(db, actor, query, pageSize, now)),
    mayExport: exportRight(args, session, 'routes/staff/enquiries/subscribers-export'),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const form = await readChosen(args.request, noFields)
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  const { removed } = await removeSubscribers(db, actor, form.answers.chosen, now)
  return redirectWithFlash(args, path, { key: 'subscribers-removed', moved: removed })
}

export default function Subscribers({ loaderData, actionData }: Route.ComponentProps) {
  const { query, subscribers, total, mayExport } = loaderData
  const isFiltered = Boolean(query.q || query.state)
  return (
    <>
      <StaffTitle title="Newsletter list" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      <FilterForm label="Filter subscribers" clearHref={isFiltered ? path : undefined}>
        <Field name="q" label="Email" type="search" defaultValue={query.q} maxLength={80} />
        <SelectField
          name="state"
          label="Status"
          defaultValue={query.state ?? ''}
          choices={[
            { value: '', label: 'All' },
            { value: 'confirmed', label: 'Confirmed' },
            { value: 'waiting', label: 'Not confirmed yet' },
          ]}
        />
        <Button look="secondary">Filter</Button>
      </FilterForm>
      {subscribers.length === 0 ? (
        <EmptyState title={isFiltered ? 'No results' : 'No subscribers yet'}>
          <p>
            People subscribe on the <a href="/newsletter#by-e-mail">Newsletter</a> page or in their membership
            application, and confirm by email.
          </p>
        </EmptyState>
      ) : (
        <section id="rows">
          <CountLine page={query.page} pageSize={pageSize} total={total} one="address" many="addresses" />
          <DataTable
            caption="Subscribers"
            captionHidden
            rows={subscribers}
            rowKey={(subscriber) => subscriber.id}
            columns={columns}
            choice={{
              things: 'addresses',
              nameOf: ({ email }) => email,
              acts: [{ label: 'Remove from the list', action: path }],
            }}
          />
        </section>
      )}
      <Pagination
        page={query.page}
        pages={Math.ceil(total / pageSize)}
        hrefFor={(page) => listHref(path, query, { page })}
      />
      {total > 0 && (
        <ExportForm
          action={`${path}/export`}
          query={{ ...query, page: 1 }}
          what={total === 1 ? '1 address' : `${total.toLocaleString('en-GB')} addresses`}
          right={mayExport}
          back={path}
        />
      )}
    </>
  )
}

const columns: Column<SubscriberLine>[] = [
  { key: 'email', label: 'Email', heads: true, cell: ({ email }) => <MailAddress address={email} /> },
  {
    key: 'state',
    label: 'Status',
    cell: ({ confirmedAt }) => (confirmedAt ? 'Confirmed' : 'Not confirmed yet'),
  },
  {
    key: 'since',
    label: 'Since',
    cell: ({ confirmedAt, requestedAt }) => <Moment at={confirmedAt ?? requestedAt} />,
  },
  {
    key: 'source',
    label: 'Subscribed through',
    cell: ({ source }) => (source === 'page' ? 'Newsletter page' : 'Membership application'),
  },
]
