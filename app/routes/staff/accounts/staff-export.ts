import { staffListForm } from '#features/staff/accounts/form.ts'
import { listStaff, type StaffLine } from '#features/staff/accounts/queries.server.ts'
import { roleLabels, stateLabels } from '#features/staff/accounts/workflow.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRoute, listFile } from '#routes/request/export-route.server.ts'
import type { Route } from './+types/staff-export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

const max = 10_000

export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/accounts/staff-export')
  return exportRoute(args, started, {
    list: 'staff',
    query: staffListForm,
    personal: { back: '/admin/staff' },
    read: async ({ page: _page, ...filter }) => {
      const { people } = await listStaff(started.db, { ...filter, page: 1 }, max)
      return { count: people.length, filter, file: listFile('staff', columns, people) }
    },
  })
}

const columns: TableColumn<StaffLine>[] = [
  { key: 'name', label: 'Name', value: ({ name }) => name },
  { key: 'email', label: 'Email', value: ({ email }) => email },
  { key: 'phone', label: 'Phone', value: ({ phone }) => phone },
  { key: 'state', label: 'Status', value: ({ state }) => stateLabels[state] },
  { key: 'role', label: 'Role', value: ({ role }) => role && roleLabels[role] },
  { key: 'secondFactor', label: 'Second factor', value: ({ hasFactor }) => hasFactor },
  { key: 'since', label: 'Since', value: ({ createdAt }) => createdAt },
  { key: 'lastSeen', label: 'Last seen', value: ({ lastSeenAt }) => lastSeenAt },
]
