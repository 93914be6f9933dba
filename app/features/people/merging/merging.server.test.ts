import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { learnContact, saveContact } from '#features/people/contacts/operations.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { changePerson } from '#features/people/editing.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { erasePerson } from '#features/privacy/operations.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { makeStore } from '#test/makers/cases.ts'
import { makeOffice } from '#test/makers/content.ts'
import { monday, test } from '#test/harness/db.ts'
import { dumpTables } from '#test/harness/databases/dump-tables.ts'
import { mergePeople, undoMerge } from './operations.server.ts'
import { readDuplicates } from './queries.server.ts'

const raman: NewPerson = {
  memberNo: 'LM-1',
  givenName: 'Chandrasekhara Venkata',
  familyName: 'Raman',
  category: 'life',
  since: 1994,
  discipline: 'Physics',
  institution: 'Indian Institute of Science, Bengaluru',
  country: 'India',
  listed: false,
}
const again: NewPerson = {
  ...raman,
  ...{ memberNo: 'LM-2', fellowNo: 'F-7', title: 'Prof.', givenName: 'C. V.', grade: 'fellow' },
  ...{ electedYear: 1994, city: 'Bengaluru', since: 1993, listed: true },
}
const other: NewPerson = { ...raman, memberNo: 'LM-3', givenName: 'Meghnad', familyName: 'Saha' }
const email = 'canaryraman@example.org'
const mayChangeContacts = true

async function makeTwice(db: Db) {
  const { admin } = await makeOffice(db, monday)
  const [mainId = '', duplicateId = ''] = await enrolPeople(db, [raman, again, other], monday)
  await learnContact(db, duplicateId, { email, emailProvedAt: monday.getTime() }, monday)
  await issueCertificate(db, admin, duplicateId, { kind: 'fellowship' }, monday)
  return { admin, mainId, duplicateId }
}

/** Everything about people except when it was last written. */
async function register(db: Db) {
  const { person, former_person_slug, certificate, person_contact } = await dumpTables(db)
  const plain = (rows: string[] = []) =>
    rows.map((row) => {
      const fields = JSON.parse(row) as { listed_at?: number | null }
      return { ...fields, updated_at: 0, version: 0, listed_at: fields.listed_at != null }
    })
  return [plain(person), former_person_slug, certificate, plain(person_contact)]
}

test('entries that are not alike cannot be merged: that would be a removal', async ({ db }) => {
  const { admin, mainId } = await makeTwice(db)
  const saha = db.selectFrom('person').select('id').where('member_no', '=', 'LM-3')
  const { id: duplicateId } = await saha.executeTakeFirstOrThrow()
  expect(await mergePeople(db, admin, { mainId, duplicateId, mayChangeContacts }, monday)).toEqual({
    ok: false,
    reason: 'not-alike',
  })
})

test('two entries for one person are found, and nobody else', async ({ db }) => {
  const { admin, mainId, duplicateId } = await makeTwice(db)

  const pairs = await readDuplicates(db, admin, monday)

  expect(pairs.map((pair) => pair.map(({ id }) => id))).toEqual([[mainId, duplicateId]])
})

test('the main entry takes over what only the other has', async ({ db }) => {
  const { admin, mainId, duplicateId } = await makeTwice(db)

  expect(await mergePeople(db, admin, { mainId, duplicateId, mayChangeContacts }, monday)).toMatchObject({
    ok: true,
  })

  expect(await findRecord(db, mainId)).toMatchObject({
    ...{ memberNo: 'LM-1', givenName: 'Chandrasekhara Venkata', title: 'Prof.', grade: 'fellow' },
    ...{ fellowNo: 'F-7', since: 1993, city: 'Bengaluru', listed: true },
  })
  expect((await findRecord(db, duplicateId))?.binnedAt).toBe(monday.getTime())
  expect(await findContact(db, mainId)).toMatchObject({ email, emailProvedAt: monday.getTime() })
  expect(await db.selectFrom('certificate').select('person_id').execute()).toEqual([{ person_id: mainId }])
  expect(await db.selectFrom('former_person_slug').select(['slug', 'person_id']).execute()).toEqual([
    { slug: 'c-v-raman', person_id: mainId },
  ])
  expect(await readDuplicates(db, admin, monday)).toEqual([])
})

test('undoing a merge brings back both entries exactly', async ({ db }) => {
  const { admin, mainId, duplicateId } = await makeTwice(db)
  const before = await register(db)
  const done = await mergePeople(db, admin, { mainId, duplicateId, mayChangeContacts }, monday)
  const mergeId = done.ok ? done.merge : ''

  expect(await undoMerge(db, admin, { mergeId, mayChangeContacts }, monday)).toEqual({ ok: true })

  const [people, former, certificates, contacts] = await register(db)
  expect([people, former, certificates]).toEqual(before.slice(0, 3))
  expect(contacts).toEqual(before[3])
  expect(await undoMerge(db, admin, { mergeId, mayChangeContacts }, monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
})

test('what was written since is not undone', async ({ db }) => {
  const { admin, mainId, duplicateId } = await makeTwice(db)
  const done = await mergePeople(db, admin, { mainId, duplicateId, mayChangeContacts }, monday)
  const main = (await findRecord(db, mainId))!
  await changePerson(db, admin, mainId, main.version, { ...main, city: 'Pune' }, monday)

  const mergeId = done.ok ? done.merge : ''
  expect(await undoMerge(db, admin, { mergeId, mayChangeContacts }, monday)).toEqual({
    ok: false,
    reason: 'changed-since',
  })
})

test.for([
  ['that the merge filled', {}],
  ['that the merge left alone', { email: 'own@example.org', phone: '+91 80 1111 2222' }],
] as const)('how to reach a person, %s, is not overwritten by Undo', async ([, own], { db }) => {
  const { admin, mainId, duplicateId } = await makeTwice(db)
  await learnContact(db, mainId, { ...own, emailProvedAt: null }, monday)
  const done = await mergePeople(db, admin, { mainId, duplicateId, mayChangeContacts }, monday)
  const { version } = await findContact(db, mainId)
  const since = { email: 'new@example.org', phone: '1', postalAddress: 'New Street 2' }
  await saveContact(db, admin, { personId: mainId, version, ...since }, monday)

  const mergeId = done.ok ? done.merge : ''
  expect(await undoMerge(db, admin, { mergeId, mayChangeContacts }, monday)).toEqual({
    ok: false,
    reason: 'changed-since',
  })
  expect(await findContact(db, mainId)).toMatchObject(since)
})

test('only those who may change contacts merge and undo what changes one', async ({ db }) => {
  const { admin, mainId, duplicateId } = await makeTwice(db)
  const merge = (mayChangeContacts: boolean) =>
    mergePeople(db, admin, { mainId, duplicateId, mayChangeContacts }, monday)

  expect(await merge(false)).toEqual({ ok: false, reason: 'contact-by-office' })
  const done = await merge(true)
  const mergeId = done.ok ? done.merge : ''
  expect(await undoMerge(db, admin, { mergeId, mayChangeContacts: false }, monday)).toEqual({
    ok: false,
    reason: 'contact-by-office',
  })
  expect(await undoMerge(db, admin, { mergeId, mayChangeContacts }, monday)).toEqual({ ok: true })
})

test('others merge and undo where no contact changes', async ({ db }) => {
  const { admin, mainId, duplicateId } = await makeTwice(db)
  await learnContact(db, mainId, { email: 'own@example.org', emailProvedAt: null }, monday)
  const before = await findContact(db, mainId)
  const mayNot = { mayChangeContacts: false }
  const done = await mergePeople(db, admin, { mainId, duplicateId, ...mayNot }, monday)

  const mergeId = done.ok ? done.merge : ''
  expect(await undoMerge(db, admin, { mergeId, ...mayNot }, monday)).toEqual({ ok: true })
  expect(await findContact(db, mainId)).toEqual(before)
})

test('a merge from before versions of contacts were noted is undone only as it left them', async ({ db }) => {
  const { admin, mainId, duplicateId } = await makeTwice(db)
  const done = await mergePeople(db, admin, { mainId, duplicateId, mayChangeContacts }, monday)
  const { before } = await db.selectFrom('person_merge').select('before').executeTakeFirstOrThrow()
  const { contactAfter: _noted, ...older } = JSON.parse(before) as { contactAfter: number }
  await db
    .updateTable('person_merge')
    .set({ before: JSON.stringify(older) })
    .execute()

  const mergeId = done.ok ? done.merge : ''
  expect(await undoMerge(db, admin, { mergeId, mayChangeContacts }, monday)).toEqual({ ok: true })
  expect(await findContact(db, mainId)).toMatchObject({ email: '', version: 0 })
})

test('two valid certificates of one kind are decided by people', async ({ db }) => {
  const { admin, mainId, duplicateId } = await makeTwice(db)
  await issueCertificate(db, admin, mainId, { kind: 'membership' }, monday)
  await issueCertificate(db, admin, duplicateId, { kind: 'membership' }, monday)

  expect(await mergePeople(db, admin, { mainId, duplicateId, mayChangeContacts }, monday)).toEqual({
    ok: false,
    reason: 'both-certified',
  })
  expect(
    await mergePeople(db, admin, { mainId, duplicateId: mainId, mayChangeContacts }, monday),
  ).toMatchObject({
    reason: 'not-found',
  })
})

test('erasing a person erases the deleted duplicate, too', async ({ db }) => {
  const { admin, mainId, duplicateId } = await makeTwice(db)
  await mergePeople(db, admin, { mainId, duplicateId, mayChangeContacts }, monday)
  await db.deleteFrom('person_contact').where('person_id', '=', duplicateId).execute()
  const store = makeStore()
  const request = { email, reason: 'Asked.' }

  expect(await erasePerson(db, { personalData, store }, admin, request, monday)).toMatchObject({ ok: true })
  expect((await db.selectFrom('person').select('member_no').execute()).map((one) => one.member_no)).toEqual([
    'LM-3',
  ])
  expect(JSON.stringify(await dumpTables(db))).not.toMatch(/canary|Raman/)
})
