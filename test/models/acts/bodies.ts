import { newId } from '#db/engine/id.ts'
import { listTerms } from '#features/bodies/queries.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { makeCaller } from '#test/harness/visitors.ts'
import { makeBody } from '#test/makers/bodies.ts'
import { reason, type Act } from './act.ts'

export async function bodyActs(testSite: TestSite): Promise<Act[]> {
  const { db } = testSite.site
  const by = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const made = { name: `Council ${newId()}`, kind: 'council' } as const
  const { id } = await makeBody(db, autumn, { ...made, terms: [{}, { name: 'Another' }] })
  const [one, other] = await listTerms(db, id)
  const list = { title: 'A council', from: '2020-01-01', seats: [{ office: 'President', name: 'Asha' }] }
  await publishEntry(db, { kind: 'council-term', slug: `list-${newId()}`, data: list }, autumn)
  const on = { route: 'routes/staff/bodies/body', by }
  const path = `/admin/bodies/${id}`
  const member = { memberNo: '', name: 'Satyendra Bose', post: 'member', office: '', institution: '' }
  const days = { startsOn: '2026-01-01', endsOn: '' }
  const details = { ...made, purpose: 'Leads the Academy.', quorum: '1/3', version: '2' }
  return [
    {
      name: 'create a body',
      route: 'routes/staff/bodies/bodies',
      path: '/admin/bodies',
      by,
      form: { name: `Committee ${newId()}`, kind: 'committee' },
    },
    {
      ...on,
      name: 'add a member to a body',
      path: `${path}?do=add`,
      form: { ...member, ...days, email: '', account: '' },
    },
    {
      ...on,
      name: 'end a term of a body',
      path: `${path}?do=end`,
      form: { term: one?.id ?? '', lastDay: '2027-01-01' },
    },
    {
      ...on,
      name: 'withdraw a term of a body',
      path: `${path}?do=withdraw`,
      form: { term: other?.id ?? '', reason },
    },
    {
      ...on,
      name: 'change what a body may do',
      path: `${path}?do=grants`,
      form: { 'may-auditor': 'yes', cases: '' },
    },
    { ...on, name: 'take over the council lists', path: `${path}?do=take-over`, form: {} },
    { ...on, name: 'change a body', path, form: { ...details, 'public-page': 'yes' } },
  ]
}
