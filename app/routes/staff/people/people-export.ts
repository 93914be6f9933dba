import { noteExport } from '#features/exports/operations.server.ts'
import { personFields, type PersonField } from '#features/people/person-fields.ts'
import { registerForm } from '#features/people/register-query.ts'
import { countRegister, eachRecord, type PersonRecord } from '#features/people/register-queries.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import type { TableColumn } from '#server/tables/table.ts'
import { begin } from '#routes/request/begin.server.ts'
import { confirmFirst } from '#routes/staff/sign-in/confirm.server.ts'
import { answerTable, readExport, sentenceAnswer } from '#routes/staff/shared/table-answer.server.ts'
import type { Route } from './+types/people-export.ts'

export { onlyPosted as loader } from '#routes/staff/shared/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, 'routes/staff/people/people-export')
  const { request, url } = args
  const requested = readQuery(url.searchParams, registerForm)
  if (!requested.ok) return sentenceAnswer(requested.error)
  const answers = await readExport(request)
  if (answers instanceof Response) return answers
  confirmFirst(args, session, `/editor/people${url.search}`)
  const { page: _page, sort: _sort, dir: _dir, ...filter } = requested.query
  const count = await countRegister(db, filter)
  await noteExport(db, actor, 'people', answers, { count, filter }, now)
  return answerTable(answers.format, 'people', columns, eachRecord(db, filter), now)
}

const columns = (Object.keys(personFields) as PersonField[]).map((field): TableColumn<PersonRecord> => {
  return { key: field, label: personFields[field].label, value: (person) => person[field] }
})
