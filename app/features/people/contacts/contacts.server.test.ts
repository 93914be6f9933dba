import { expect } from 'vitest'
import { enrolPeople } from '#features/people/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { collectPerson } from '#features/privacy/collecting.server.ts'
import { erasePerson } from '#features/privacy/operations.server.ts'
import { seekPerson } from '#features/privacy/reading.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { makeStore } from '#test/makers/cases.ts'
import { makeOffice } from '#test/makers/content.ts'
import { monday, test } from '#test/harness/db.ts'
import { dumpTables } from '#test/harness/databases/dump-tables.ts'
import { contactForm } from './form.ts'
import { learnContact, saveContact } from './operations.server.ts'
import { findContact } from './queries.server.ts'

const raman: NewPerson = {
  memberNo: 'LM-1',
  givenName: 'Chandrasekhara Venkata',
  familyName: 'Raman',
  category: 'life',
  since: 1994,
  discipline: 'Physics',
  country: 'India',
  listed: true,
}
const email = 'canaryraman@example.org'
const reach = { email, phone: '+91 80 1111 2222', postalAddress: 'Canarystreet 1\nBengaluru 560080' }

test('a new address is not proved, and nobody overwrites what they have not seen', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const [id = ''] = await enrolPeople(db, [raman], monday)
  await learnContact(db, id, { ...reach, emailProvedAt: monday.getTime() }, monday)
  const save = (change: Partial<typeof reach>, version: number) =>
    saveContact(db, editor, { personId: id, ...reach, ...change, version }, monday)

  expect(await findContact(db, id)).toMatchObject({ email, emailProvedAt: monday.getTime(), version: 1 })
  expect(await save({ phone: '1' }, 1)).toEqual({ ok: true })
  expect(await findContact(db, id)).toMatchObject({ phone: '1', emailProvedAt: monday.getTime() })
  expect(await save({ email: 'other@example.org' }, 1)).toMatchObject({
    ...{ ok: false, reason: 'conflict' },
    current: { email, phone: '1', version: 2 },
  })
  expect(await save({ email: 'other@example.org' }, 2)).toEqual({ ok: true })
  expect(await findContact(db, id)).toMatchObject({ email: 'other@example.org', emailProvedAt: null })
})

test('the audit trail says what changed without the values', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const [id = ''] = await enrolPeople(db, [raman], monday)
  await saveContact(db, editor, { personId: id, ...reach, version: 0 }, monday)

  const trail = await db.selectFrom('audit_entry').selectAll().execute()
  expect(JSON.stringify(trail)).not.toContain('canary')
  expect(trail.map(({ action }) => action)).toContain('person.contact-changed')
})

test('a data request finds, copies and erases someone by the address in the register', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const [id = ''] = await enrolPeople(db, [raman], monday)
  await saveContact(db, admin, { personId: id, ...reach, version: 0 }, monday)

  expect(await seekPerson(db, personalData, admin, email, monday)).toMatchObject({ inRegister: 1 })
  const { data } = await collectPerson(db, personalData, admin, { email, reason: 'Asked.' }, monday)
  expect(JSON.stringify(data)).toContain('Canarystreet 1')
  const store = makeStore()
  const erased = await erasePerson(
    db,
    { personalData, store },
    admin,
    { email: email.toUpperCase(), reason: 'Asked.' },
    monday,
  )
  expect(erased).toEqual({ ok: true, cases: 0 })
  expect(JSON.stringify(await dumpTables(db))).not.toMatch(/canary/i)
  expect(await db.selectFrom('person').select('id').execute()).toEqual([])
})

test('an address that several people share erases nobody from the register, only itself', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const ids = await enrolPeople(db, [raman, { ...raman, memberNo: 'LM-2', familyName: 'Saha' }], monday)
  for (const personId of ids) await saveContact(db, admin, { personId, ...reach, version: 0 }, monday)
  const store = makeStore()
  await erasePerson(db, { personalData, store }, admin, { email, reason: 'Asked.' }, monday)

  expect(await db.selectFrom('person').select('id').execute()).toHaveLength(2)
  expect((await findContact(db, ids[0] ?? '')).email).toBe('')
})

test.for([
  [{ email: 'not an address' }, 'email'],
  [{ phone: 'call me' }, 'phone'],
  [{ postalAddress: 'x'.repeat(501) }, 'postalAddress'],
] as const)('what cannot be used is refused: %j', ([wrong, field]) => {
  const read = contactForm.safeParse({ ...reach, contactVersion: '0', ...wrong })

  expect(read.error?.issues[0]?.path).toEqual([field])
})
