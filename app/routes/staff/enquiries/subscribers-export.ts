import { subscriberFilter } from '#features/newsletter/form.ts'
import { listSubscribers, type SubscriberLine } from '#features/newsletter/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRoute, listFile } from '#routes/request/export-route.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import type { Route } from './+types/subscribers-export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

const max = 100_000

export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/enquiries/subscribers-export')
  return exportRoute(args, started, {
    list: 'newsletter',
    query: subscriberFilter,
    personal: { back: '/editor/subscribers' },
    read: async ({ page: _page, ...filter }) => {
      const { subscribers } = await listSubscribers(started.db, { ...filter, page: 1 }, max)
      return { count: subscribers.length, filter, file: listFile('newsletter-list', columns, subscribers) }
    },
  })
}

const columns: TableColumn<SubscriberLine>[] = [
  { key: 'email', label: 'Email', value: ({ email }) => email },
  {
    key: 'state',
    label: 'Status',
    value: ({ confirmedAt }) => (confirmedAt ? 'Confirmed' : 'Not confirmed yet'),
  },
  { key: 'asked', label: 'Requested', value: ({ requestedAt }) => requestedAt },
  { key: 'confirmed', label: 'Confirmed', value: ({ confirmedAt }) => confirmedAt },
  { key: 'by', label: 'By', value: ({ source }) => source },
]
