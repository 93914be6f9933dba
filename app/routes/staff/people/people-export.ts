import { personFields, type PersonField } from '#features/people/person-fields.ts'
import { registerForm } from '#features/people/register-query.ts'
import { countRegister, eachRecord, type PersonRecord } from '#features/people/register-queries.server.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRoute, listFile } from '#routes/request/export-route.server.ts'
import type { Route } from './+types/people-export.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const started = begin(args, 'routes/staff/people/people-export')
  const { db } = started
  return exportRoute(args, started, {
    list: 'people',
    query: registerForm,
    personal: { back: '/editor/people' },
    read: async ({ page: _page, sort: _sort, dir: _dir, ...filter }) => ({
      count: await countRegister(db, filter),
      filter,
      file: listFile('people', columns, eachRecord(db, filter)),
    }),
  })
}

const columns = (Object.keys(personFields) as PersonField[]).map((field): TableColumn<PersonRecord> => {
  return { key: field, label: personFields[field].label, value: (person) => person[field] }
})
