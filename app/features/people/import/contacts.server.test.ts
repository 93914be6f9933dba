import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Tables } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { learnContact, saveContact } from '#features/people/contacts/operations.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { guessMapping } from './fields.ts'
import { importJobs } from './jobs.server.ts'
import { beginImport, decideAll, mapColumns, startImport, undoImport } from './operations.server.ts'
import { findImport, listWrongRows } from './queries.server.ts'

/** A file also says how to reach people. */

type Database = Kysely<Tables>

const asha: Actor = { kind: 'staff', id: 'asha', role: 'admin', address: '192.0.2.1' }
const raman: NewPerson = {
  ...{ memberNo: 'LM-1', givenName: 'C. V.', familyName: 'Raman', category: 'life', since: 1994 },
  ...{ discipline: 'Physics', country: 'India', listed: false },
}
const file = `No,Name,Year,E-mail ID,Mobile No.,Postal address
LM-1,C. V. Raman,1994,Raman@Example.org,+91 80 1111,"Lake Road 1
 Bengaluru 560080 "
LM-2,Asima Chatterjee,1995,mailto:asima@example.org,,
LM-3,Homi Bhabha,1995,homi at example.org,,
LM-4,Vikram Sarabhai,1995,,ask the office,
`

test('contacts of new and known people are imported, unproved, and undone with the rest', async ({ db }) => {
  const [known = ''] = await enrolPeople(db, [raman], monday)
  const id = await bringIn(db, file)

  expect((await listWrongRows(db, id, 5)).map(({ problem }) => problem)).toEqual([
    'Enter one email address, such as name@example.org.',
    'Enter the phone number with digits, such as +91 532 246 0000.',
  ])
  expect(await findImport(db, id)).toMatchObject({ added: 1, updated: 1, failed: 2 })
  expect(await findContact(db, known)).toEqual({
    ...{ email: 'raman@example.org', emailProvedAt: null, phone: '+91 80 1111', version: 1 },
    postalAddress: 'Lake Road 1\nBengaluru 560080',
  })
  expect(await countContacts(db)).toBe(2)

  const again = await bringIn(db, file)
  expect(await findImport(db, again)).toMatchObject({ added: 0, updated: 0, skipped: 2 })

  await undo(db, id)
  expect(await countContacts(db)).toBe(0)
  expect(await findImport(db, id)).toMatchObject({ state: 'undone', kept: 0 })
})

test('an address that the person has proved stays, and the rest is taken over', async ({ db }) => {
  const [known = ''] = await enrolPeople(db, [raman], monday)
  const proved = { email: 'own@example.org', phone: '1', emailProvedAt: monday.getTime() }
  await learnContact(db, known, proved, monday)
  const id = await bringIn(db, file)

  expect(await findContact(db, known)).toMatchObject({ ...proved, phone: '+91 80 1111' })
  await undo(db, id)
  expect(await findContact(db, known)).toMatchObject({ ...proved, postalAddress: '' })
})

test('undoing takes nothing from what the office wrote since', async ({ db }) => {
  const [known = ''] = await enrolPeople(db, [raman], monday)
  const id = await bringIn(db, file)
  const written = { email: 'new@example.org', phone: '2', postalAddress: '' }
  for (const { person_id: personId } of await db.selectFrom('person_contact').select('person_id').execute())
    await saveContact(db, asha, { personId, ...written, version: 1 }, monday)

  await undo(db, id)
  expect(await findContact(db, known)).toMatchObject(written)
  expect(await findImport(db, id)).toMatchObject({ state: 'undone', kept: 2 })
  expect(await countContacts(db)).toBe(2)
})

test('two rows about one person are undone, the last first', async ({ db }) => {
  const [known = ''] = await enrolPeople(db, [{ ...raman, institution: 'IACS Kolkata' }], monday)
  const earlier = { email: 'first@example.org', phone: '', postalAddress: '' }
  await saveContact(db, asha, { personId: known, ...earlier, version: 0 }, monday)
  const id = await bringIn(
    db,
    `No,Name,Institute,Year,Email,Phone
LM-1,C. V. Raman,IACS Kolkata,1994,second@example.org,
LM-9,C. V. Raman,IACS Kolkata,1994,,+91 1
`,
    (id) => decideAll(db, asha, id, { kind: 'name', decision: 'update' }, monday),
  )

  expect(await findContact(db, known)).toMatchObject({ email: 'second@example.org', phone: '+91 1' })
  await undo(db, id)
  expect(await findContact(db, known)).toMatchObject(earlier)
  expect(await findImport(db, id)).toMatchObject({ updated: 2, kept: 0 })
})

async function bringIn(
  db: Database,
  text: string,
  decide: (id: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  const upload = { name: 'people.csv', bytes: Buffer.from(text), sheet: '' }
  const started = await beginImport(db, asha, upload, monday)
  if (!started.ok) throw new Error(started.sentence)
  const { headings = [] } = (await findImport(db, started.id)) ?? {}
  await mapColumns(db, asha, started.id, guessMapping(headings), monday)
  await work(db)
  await decide(started.id)
  await startImport(db, asha, started.id, monday)
  await work(db)
  return started.id
}

async function undo(db: Database, id: string) {
  await undoImport(db, asha, id, monday)
  await work(db)
}

function work(db: Database) {
  return runDueJobs(
    db,
    importJobs(db, () => monday),
    () => monday,
  )
}

async function countContacts(db: Database): Promise<number> {
  return (await db.selectFrom('person_contact').select('person_id').execute()).length
}
