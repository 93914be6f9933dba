import { entryAddress } from '#features/content/addresses/addresses.ts'
import { isKind } from '#features/content/kinds/fields.ts'
import { entryListForm } from '#features/content/entry/form.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import {
  countForStaff,
  eachForStaff,
  type EntryLine,
} from '#features/content/reading/staff-queries.server.ts'
import { stateLabels } from '#features/content/entry/workflow.ts'
import { noteExport } from '#features/exports/operations.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { answerTable, readOpenExport, sentenceAnswer } from '#routes/staff/shared/table-answer.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import type { TableColumn } from '#server/tables/table.ts'
import type { Route } from './+types/entries-export.ts'

export { onlyPosted as loader } from '#routes/staff/shared/answers.server.ts'

/** The list of a kind as it is narrowed and ordered, in a file. */
export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, 'routes/staff/content/entries-export')
  const { request, url, params } = args
  if (!isKind(params.kind)) return sentenceAnswer('This list does not exist.', 404)
  const requested = readQuery(url.searchParams, entryListForm)
  if (!requested.ok) return sentenceAnswer(requested.error)
  const answers = await readOpenExport(request)
  if (answers instanceof Response) return answers
  const { q, state, parent, type } = requested.query
  const count = await countForStaff(db, params.kind, requested.query)
  const filter = { kind: params.kind, q, state, parent, type }
  await noteExport(db, actor, 'content', answers, { count, filter }, now)
  const rows = eachForStaff(db, params.kind, requested.query)
  return answerTable(answers.format, params.kind, columnsFor(params.kind), rows, now)
}

function columnsFor(kind: Kind): TableColumn<EntryLine>[] {
  const award = { key: 'award', label: 'Award', value: ({ parentTitle }: EntryLine) => parentTitle }
  return [
    { key: 'title', label: 'Title', value: ({ title }) => title },
    { key: 'address', label: 'Address', value: ({ slug }) => entryAddress(kind, slug) ?? slug },
    ...(kind === 'recipient' ? [award] : []),
    { key: 'state', label: 'Status', value: ({ state }) => stateLabels[state] },
    { key: 'onSite', label: 'Visible to visitors', value: ({ isLive }) => isLive },
    { key: 'date', label: 'Date', value: ({ day }) => day },
    { key: 'goesOut', label: 'Scheduled for', value: ({ publishAt }) => timeOf(publishAt) },
    { key: 'changed', label: 'Changed', value: ({ updatedAt }) => timeOf(updatedAt) },
    { key: 'changedBy', label: 'Changed by', value: ({ updatedBy }) => updatedBy },
    { key: 'version', label: 'Version', value: ({ version }) => version },
    { key: 'sample', label: 'Sample', value: ({ sample }) => sample },
  ]
}

function timeOf(at: number | null) {
  return at === null ? null : new Date(at)
}
