import { expect } from 'vitest'
import type { Actor } from '#features/audit/actor.ts'
import { listEntries } from '#features/audit/queries.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { correctPerson, recordPerson } from './grades.server.ts'
import { beginImport, mapColumns, startImport } from './import/operations.server.ts'
import { guessMapping } from './import/fields.ts'
import { enrolPerson } from './operations.server.ts'
import type { NewPerson } from './register.ts'
import { findRecord } from './register-queries.server.ts'

const asha: Actor = { kind: 'staff', id: 'asha', role: 'admin', address: '192.0.2.1' }
const meera: Actor = { kind: 'staff', id: 'meera', role: 'editor', address: '192.0.2.2' }
const member: NewPerson = {
  ...{ memberNo: 'LM-1', givenName: 'C. V.', familyName: 'Raman', category: 'life', since: 1994 },
  ...{ discipline: 'Physics', country: 'India', listed: true },
}
const fellow: NewPerson = { ...member, grade: 'fellow', fellowNo: 'F-1', electedYear: 1998 }
const gradeReason = 'Elected in 1998, from the printed register'

test('an editor adds members, and a grade only an administrator with a reason', async ({ db }) => {
  expect(await recordPerson(db, meera, { person: fellow, gradeReason }, monday)).toEqual({
    ok: false,
    reason: 'grade-by-administrators',
  })
  expect(await recordPerson(db, asha, { person: fellow, gradeReason: ' ' }, monday)).toEqual({
    ok: false,
    reason: 'grade-needs-reason',
  })
  expect(await db.selectFrom('person').select('id').execute()).toEqual([])
  expect(await recordPerson(db, meera, { person: member, gradeReason: '' }, monday)).toMatchObject({
    ok: true,
  })
  const another = { ...fellow, memberNo: 'LM-2' }
  expect(await recordPerson(db, asha, { person: another, gradeReason }, monday)).toMatchObject({ ok: true })

  const [latest] = (await listEntries(db, asha, {}, 1)).entries
  expect(latest).toMatchObject({ action: 'person.added', details: { reason: gradeReason } })
})

test.for([
  { grade: 'associate-fellow' },
  { grade: null },
  { fellowNo: 'F-2' },
  { electedYear: 1999 },
] as const)(
  'an editor who changes %s of a fellow is refused, and the rest may be changed',
  async (change, { db }) => {
    const id = await enrolPerson(db, fellow, monday)
    const changed = change as Partial<NewPerson>
    const years = changed.grade === null ? { electedYear: null } : {}
    const person = { ...fellow, ...years, ...changed }
    expect(await correctPerson(db, meera, { id, version: 1, person, gradeReason }, monday)).toEqual({
      ok: false,
      reason: 'grade-by-administrators',
    })
    const moved = { ...fellow, city: 'Bangalore' }
    expect(
      await correctPerson(db, meera, { id, version: 1, person: moved, gradeReason: '' }, monday),
    ).toMatchObject({ ok: true })
    expect(
      await correctPerson(
        db,
        asha,
        { id, version: 2, person: { ...person, city: 'Bangalore' }, gradeReason },
        monday,
      ),
    ).toMatchObject({ ok: true })
    expect(await findRecord(db, id)).toMatchObject(changed)
  },
)

test('who saved an older page reads about that first', async ({ db }) => {
  const id = await enrolPerson(db, fellow, monday)
  await correctPerson(
    db,
    asha,
    { id, version: 1, person: { ...fellow, grade: 'honorary-fellow' }, gradeReason },
    monday,
  )

  expect(
    await correctPerson(db, meera, { id, version: 1, person: fellow, gradeReason: '' }, monday),
  ).toMatchObject({ ok: false, reason: 'conflict' })
})

test('a file with grades is imported by an administrator only', async ({ db }) => {
  const text = 'Member number,Name,Grade,Discipline,Country\nLM-7,Asima Chatterjee,Fellow,Chemistry,India\n'
  const upload = await beginImport(
    db,
    meera,
    { name: 'fellows.csv', bytes: Buffer.from(text), sheet: '' },
    monday,
  )
  const { id } = upload as { id: string }
  const mapping = guessMapping(['Member number', 'Name', 'Grade', 'Discipline', 'Country'])
  await mapColumns(db, meera, id, mapping, monday)
  await db.updateTable('people_import').set({ state: 'checked' }).execute()

  expect(await startImport(db, meera, id, monday)).toEqual({ ok: false, reason: 'grade-by-administrators' })
  expect(await startImport(db, asha, id, monday)).toMatchObject({ ok: true })
})
