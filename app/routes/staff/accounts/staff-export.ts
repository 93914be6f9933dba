import { noteExport } from '#features/exports/operations.server.ts'
import { staffListForm } from '#features/staff/accounts/form.ts'
import { listStaff, type StaffLine } from '#features/staff/accounts/queries.server.ts'
import { roleLabels, stateLabels } from '#features/staff/accounts/workflow.ts'
import { readQuery } from '#server/http/query-string.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { begin } from '#routes/request/begin.server.ts'
import { confirmFirst } from '#routes/staff/sign-in/confirm.server.ts'
import { answerTable, readExport, sentenceAnswer } from '#routes/staff/shared/table-answer.server.ts'
import type { Route } from './+types/staff-export.ts'

export { onlyPosted as loader } from '#routes/staff/shared/answers.server.ts'

const most = 10_000

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, 'routes/staff/accounts/staff-export')
  const { request, url } = args
  const requested = readQuery(url.searchParams, staffListForm)
  if (!requested.ok) return sentenceAnswer(requested.error)
  const answers = await readExport(request)
  if (answers instanceof Response) return answers
  confirmFirst(args, session, `/admin/staff${url.search}`)
  const { page: _page, ...filter } = requested.query
  const { people } = await listStaff(db, { ...filter, page: 1 }, most)
  await noteExport(db, actor, 'staff', answers, { count: people.length, filter }, now)
  return answerTable(answers.format, 'staff', columns, people, now)
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
