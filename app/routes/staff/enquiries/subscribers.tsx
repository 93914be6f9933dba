import { subscriberFilter } from '#features/newsletter/form.ts'
import { removeSubscribers } from '#features/newsletter/operations.server.ts'
import { readSubscribers, type SubscriberLine } from '#features/newsletter/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, unreadableForm } from '#routes/request/answers.server.ts'
import { exportRight } from '#routes/request/confirm.server.ts'
import { MailAddress } from '#routes/staff/mail/mail-address.tsx'
import { listPage } from '#routes/request/list-page.server.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { noFields, readChosen } from '#server/input/form.server.ts'
import type { Column } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import type { Route } from './+types/subscribers.ts'

const route = 'routes/staff/enquiries/subscribers'
const path = '/editor/subscribers'
const pageSize = 50

export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, route)
  const list = await listPage(args.url, subscriberFilter, async (query) => ({
    ...(await readSubscribers(db, actor, query, pageSize, now)),
    pageSize,
  }))
  return {
    ...list,
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
  const { query, subscribers, mayExport } = loaderData
  return (
    <>
      <StaffTitle title="Newsletter list" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      <StaffList
        path={path}
        list={loaderData}
        rows={subscribers}
        caption="Subscribers"
        one="address"
        many="addresses"
        rowKey={(subscriber) => subscriber.id}
        columns={columns}
        views={[
          { label: 'All', query: {} },
          { label: 'Confirmed', query: { state: 'confirmed' } },
          { label: 'Not confirmed yet', query: { state: 'waiting' } },
        ]}
        filter={{
          label: 'Filter subscribers',
          fields: (
            <>
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
            </>
          ),
        }}
        noResults={howToSubscribe}
        empty={<EmptyState title="No subscribers yet">{howToSubscribe}</EmptyState>}
        bulk={{
          things: 'addresses',
          nameOf: ({ email }) => email,
          acts: [{ label: 'Remove from the list', action: path }],
        }}
        exported={{ right: mayExport }}
      />
    </>
  )
}

const howToSubscribe = (
  <p>
    People subscribe on the <a href="/newsletter#by-e-mail">Newsletter</a> page or in their membership
    application, and confirm by email.
  </p>
)

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
