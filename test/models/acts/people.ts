import { system } from '#features/audit/actor.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { listCertificatesOf } from '#features/certificates/queries.server.ts'
import { storeDownload } from '#features/media/operations.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { mergePeople } from '#features/people/merging/operations.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { toValues } from '#features/people/person-fields.ts'
import type { NewPerson } from '#features/people/register.ts'
import { newId } from '#db/engine/id.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { proposeRemovals } from '#features/people/removing/operations.server.ts'
import { actorFor } from '#test/makers/staff.ts'
import { makeCaller, type Caller } from '#test/harness/visitors.ts'
import { type Act, reason } from './act.ts'

export async function registerActs(testSite: TestSite): Promise<Act[]> {
  const by = await makeCaller(testSite, { role: 'editor' })
  const admin = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const people = Array.from({ length: 12 }, () => ({ ...somebody, memberNo: `T-${newId().slice(-12)}` }))
  const [
    changed,
    listed,
    unlisted,
    binned,
    restored,
    main,
    duplicate,
    mergedMain,
    merged,
    removed,
    retained,
    approved,
  ] = await enrolPeople(
    testSite.site.db,
    people.map((person, index) => ({
      ...person,
      listed: index !== 1,
      grade: index === 2 ? 'fellow' : null,
    })),
    autumn,
  )
  await movePeople(testSite.site.db, system, 'bin', [restored ?? ''], autumn)
  const done = await mergePeople(
    testSite.site.db,
    system,
    { mainId: mergedMain ?? '', duplicateId: merged ?? '', mayChangeContacts: true },
    autumn,
  )
  const proposer = actorFor({ id: by.id, role: 'editor' })
  await proposeRemovals(
    testSite.site.db,
    proposer,
    [removed ?? '', retained ?? '', approved ?? ''],
    reason,
    autumn,
  )
  const given = { name: 'A person.jpg', mediaType: 'image/jpeg' }
  const { db, files } = testSite.site
  const picture_id = await storeDownload(db, files, Buffer.from(newId()), given, autumn)
  await db
    .updateTable('person')
    .set({ picture_id })
    .where('id', '=', listed ?? '')
    .execute()
  const shownVersion = `1_${autumn.getTime()}`
  const path = '/editor/people'
  const duplicates = { route: 'routes/staff/people/duplicates', by }
  const move = (name: string, id = ''): Act => ({
    name: `${name} people`,
    route: 'routes/staff/people/people',
    path: `${path}?do=${name}`,
    by,
    form: { [`row-${id}`]: 'on' },
  })
  const values = { ...toValues(people[0] ?? somebody), gradeReason: '' }
  return [
    {
      name: 'add somebody',
      route: 'routes/staff/people/person-new',
      path: `${path}/new`,
      by,
      form: { ...values, memberNo: `T-${newId().slice(-12)}` },
    },
    {
      name: 'change somebody',
      route: 'routes/staff/people/person',
      path: `${path}/${changed}`,
      by,
      form: { ...values, city: 'Pune', version: '1' },
    },
    {
      name: 'change the address of somebody',
      route: 'routes/staff/people/person',
      path: `${path}/${unlisted}?do=address`,
      by,
      form: { slug: `tara-${newId().slice(-12)}` },
    },
    {
      name: 'delete a photograph',
      route: 'routes/staff/people/person',
      path: `${path}/${listed}?do=remove-photograph`,
      by,
      form: {},
    },
    {
      name: 'propose to remove somebody',
      route: 'routes/staff/people/person',
      path: `${path}/${changed}?do=propose-removal`,
      by,
      form: { removalReason: reason },
    },
    {
      name: 'release a removal',
      route: 'routes/staff/people/person',
      path: `${path}/${removed}?do=release-removal`,
      by: admin,
      form: { shownVersion },
    },
    {
      ...move('approve', approved),
      name: 'approve removals',
      path: `${path}?state=removal&do=approve`,
      by: admin,
      form: { [`row-${approved}_${shownVersion}`]: 'on', confirmed: 'yes' },
    },
    {
      name: 'withdraw a removal',
      route: 'routes/staff/people/person',
      path: `${path}/${retained}?do=withdraw-removal`,
      by,
      form: {},
    },
    {
      ...{ ...duplicates, name: 'merge two people', path: `${path}/duplicates?do=merge` },
      form: { mainId: main ?? '', duplicateId: duplicate ?? '' },
    },
    {
      ...{ ...duplicates, name: 'undo a merge', path: `${path}/duplicates?do=undo` },
      form: { merge: done.ok ? done.merge : '' },
    },
    move('list', listed),
    move('unlist', unlisted),
    { ...move('bin', binned), form: { [`row-${binned}`]: 'on', removalReason: reason } },
    move('restore', restored),
    ...(await certificateActs(testSite, unlisted ?? '', admin)),
    {
      name: 'export the trail',
      route: 'routes/staff/audit/audit-export',
      path: '/admin/audit/export?action=staff',
      by: admin,
      form: { format: 'json', reason },
      status: 200,
    },
    {
      name: 'export the staff',
      route: 'routes/staff/accounts/staff-export',
      path: '/admin/staff/export?role=admin',
      by: admin,
      form: { format: 'xlsx', reason },
      status: 200,
    },
    {
      name: 'export letters',
      route: 'routes/staff/mail/mail-export',
      path: '/admin/mail/export',
      by: admin,
      form: { format: 'csv', reason },
      status: 200,
    },
    {
      name: 'export a list of content',
      route: 'routes/staff/content/entries-export',
      path: '/editor/content/award/export?state=published',
      by,
      form: { format: 'csv' },
      status: 200,
    },
    {
      name: 'export the list of files',
      route: 'routes/staff/media/media-export',
      path: '/editor/media/export?kind=picture',
      by,
      form: { format: 'xlsx' },
      status: 200,
    },
    {
      name: 'export the broken links',
      route: 'routes/staff/settings/links-export',
      path: '/editor/links/export?of=broken',
      by,
      form: { format: 'json' },
      status: 200,
    },
    {
      name: 'export the redirects',
      route: 'routes/staff/settings/links-export',
      path: '/editor/links/export?of=redirects',
      by,
      form: { format: 'csv' },
      status: 200,
    },
    {
      name: 'export people',
      route: 'routes/staff/people/people-export',
      path: `${path}/export?q=T`,
      by: admin,
      form: { format: 'csv', reason },
      status: 200,
    },
  ]
}

async function certificateActs({ site: { db } }: TestSite, personId: string, by: Caller): Promise<Act[]> {
  await issueCertificate(db, system, personId, { kind: 'membership' }, autumn)
  const [issued] = await listCertificatesOf(db, personId, autumn)
  const page = { route: 'routes/staff/people/person-certificates', by }
  const path = `/editor/people/${personId}/certificates`
  return [
    {
      ...page,
      name: 'revoke a certificate',
      path: `${path}?do=revoke`,
      form: { id: issued?.id ?? '', reason },
    },
    {
      ...page,
      name: 'issue a certificate',
      path: `${path}?do=issue`,
      form: { kind: 'membership', name: 'Tara Nair' },
    },
  ]
}

export const somebody: NewPerson = {
  memberNo: '',
  givenName: 'Tara',
  familyName: 'Nair',
  category: 'life',
  since: 1998,
  discipline: 'Physics',
  country: 'India',
  listed: true,
}
