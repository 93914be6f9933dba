import { entryAddress } from '#features/content/addresses/addresses.ts'
import { isKind, type Kind } from '#features/content/kinds/kinds.ts'
import { entryListForm } from '#features/content/entry/form.ts'
import {
  countForStaff,
  eachForStaff,
  type EntryLine,
} from '#features/content/reading/staff-queries.server.ts'
import { stateLabels } from '#features/content/entry/workflow.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRoute, listFile } from '#routes/request/export-route.server.ts'
import { sentenceAnswer } from '#routes/request/table-answer.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import type { Route } from './+types/entries-export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

/** The filtered and ordered list of a kind, as a file. */
export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/content/entries-export')
  const { db } = started
  const { kind } = args.params
  if (!isKind(kind)) return sentenceAnswer('This list does not exist.', 404)
  return exportRoute(args, started, {
    list: 'content',
    query: entryListForm,
    read: async (query) => {
      const { q, state, parent, type } = query
      return {
        count: await countForStaff(db, kind, query),
        filter: { kind, q, state, parent, type },
        file: listFile(kind, columnsFor(kind), eachForStaff(db, kind, query)),
      }
    },
  })
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
