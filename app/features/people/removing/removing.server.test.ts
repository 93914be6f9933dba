import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system, type StaffActor } from '#features/audit/actor.ts'
import { changePerson, emptyPeopleBin, movePeople } from '#features/people/editing.server.ts'
import { mergePeople } from '#features/people/merging/operations.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { findRecord, listRegister } from '#features/people/register-queries.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { peoplePersonalData } from '#features/people/personal-data.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, listActions, makeStaff } from '#test/makers/staff.ts'
import {
  proposeRemovals,
  releaseDueRemovals,
  releaseRemoval,
  releaseRemovals,
  withdrawRemoval,
} from './operations.server.ts'
import { countRemovals, findRemoval, listRemovals, readShownVersion } from './queries.server.ts'

const why = 'Elected twice under two names.'
const hours = (count: number) => new Date(monday.getTime() + count * 3_600_000)
const raman: NewPerson = {
  ...{ memberNo: 'LM-1', title: 'Prof.', givenName: 'C. V.', familyName: 'Raman' },
  ...{ since: 1994, discipline: 'Physics', country: 'India', listed: true },
  category: 'life',
}

async function officers(db: Db) {
  const made = [await makeStaff(db, monday, { role: 'admin' }), await makeStaff(db, monday)]
  return made.map((one) => actorFor(one)) as [StaffActor, StaffActor]
}

/** What an officer reads on the page of the person now. */
const reading = async (db: Db, id: string) =>
  readShownVersion((await findRemoval(db, id))?.shownVersion ?? '')

const isThere = async (db: Db, id: string) => (await findRecord(db, id))?.binnedAt === null

test('a removal waits, with a reason, until another officer releases it', async ({ db }) => {
  const [one, other] = await officers(db)
  const id = await enrolPerson(db, raman, monday)
  expect(await proposeRemovals(db, one, [id, 'nobody'], why, monday)).toMatchObject({
    proposed: 1,
    needsRelease: true,
  })
  expect(await proposeRemovals(db, other, [id], 'Another reason.', monday)).toMatchObject({ proposed: 0 })

  expect(await isThere(db, id)).toBe(true)
  expect(await findRemoval(db, id)).toMatchObject({ reason: why, officerId: one.id, releaseAt: null })
  expect(await countRemovals(db)).toMatchObject({ count: 1, oldestAt: monday.getTime() })
  expect((await listRegister(db, { state: 'removal', page: 1, dir: 'asc' })).people).toHaveLength(1)
  const seen = await reading(db, id)
  expect(await releaseRemoval(db, one, id, seen, monday)).toEqual({ ok: false, reason: 'own-proposal' })
  await releaseDueRemovals(db, hours(1000))
  expect(await isThere(db, id)).toBe(true)

  expect(await releaseRemoval(db, other, id, seen, monday)).toEqual({ ok: true })
  expect(await isThere(db, id)).toBe(false)
  expect(await releaseRemoval(db, other, id, seen, monday)).toMatchObject({ reason: 'not-found' })
  expect(await listActions(db)).toEqual(
    expect.arrayContaining(['person.removal-proposed', 'person.removal-released', 'person.binned']),
  )
  await movePeople(db, one, 'restore', [id], monday)
  expect(await findRemoval(db, id)).toBeUndefined()
})

test('it can be withdrawn until then, and leaves no trace in the register', async ({ db }) => {
  const [one, other] = await officers(db)
  const id = await enrolPerson(db, raman, monday)
  const before = await findRecord(db, id)
  await proposeRemovals(db, one, [id], why, monday)
  const seen = await reading(db, id)
  expect(await withdrawRemoval(db, one, { id }, monday)).toEqual({ ok: true })
  expect(await withdrawRemoval(db, one, { id }, monday)).toMatchObject({ reason: 'not-found' })
  expect(await releaseRemoval(db, other, id, seen, monday)).toMatchObject({ reason: 'not-found' })
  expect(await findRecord(db, id)).toEqual(before)
})

test('Undo does not withdraw a removal that someone else has proposed since', async ({ db }) => {
  const [one, other] = await officers(db)
  const id = await enrolPerson(db, raman, monday)
  const mine = await proposeRemovals(db, one, [id], why, monday)
  await withdrawRemoval(db, other, { id }, monday)
  const theirs = await proposeRemovals(db, other, [id], 'For quite another reason.', monday)
  const undo = ({ shownHash }: typeof mine) => withdrawRemoval(db, one, { id, shownHash }, monday)

  expect(await undo(mine)).toEqual({ ok: false, reason: 'conflict' })
  expect(await findRemoval(db, id)).toMatchObject({ reason: 'For quite another reason.' })
  expect(await undo(theirs)).toEqual({ ok: true })
})

test('if the entry was changed meanwhile, every other officer reads the change first', async ({ db }) => {
  const [one, other] = await officers(db)
  const third = actorFor(await makeStaff(db, monday))
  const id = await enrolPerson(db, raman, monday)
  await proposeRemovals(db, one, [id], why, monday)
  const before = await reading(db, id)
  await changePerson(db, one, id, 1, { ...raman, city: 'Pune' }, monday)

  const refused = { ok: false, reason: 'changed' }
  expect(await releaseRemoval(db, other, id, before, monday)).toEqual(refused)
  expect(await releaseRemoval(db, third, id, before, monday)).toEqual(refused)
  expect(await findRemoval(db, id)).toMatchObject({ isChanged: true })
  expect(await releaseRemoval(db, third, id, await reading(db, id), monday)).toEqual({ ok: true })
})

test('a proposal that replaced the one that was read is read first', async ({ db }) => {
  const [one, other] = await officers(db)
  const id = await enrolPerson(db, raman, monday)
  await proposeRemovals(db, one, [id], why, monday)
  const before = await reading(db, id)
  await withdrawRemoval(db, one, { id }, monday)
  await proposeRemovals(db, one, [id], 'For quite another reason.', hours(1))
  expect(await releaseRemoval(db, other, id, before, hours(1))).toEqual({ ok: false, reason: 'changed' })
})

test('an office with one officer sets a delay instead', async ({ db }) => {
  const [one] = await officers(db)
  await changeSettings(db, system, { decisionsNeedRelease: false }, monday)
  const id = await enrolPerson(db, raman, monday)
  await proposeRemovals(db, one, [id], why, monday)
  await releaseDueRemovals(db, hours(23))
  expect(await isThere(db, id)).toBe(true)
  await releaseDueRemovals(db, hours(24))
  expect(await isThere(db, id)).toBe(false)
})

test('a delay counts for nothing once a second officer is required again', async ({ db }) => {
  const [one, other] = await officers(db)
  await changeSettings(db, system, { decisionsNeedRelease: false }, monday)
  const id = await enrolPerson(db, raman, monday)
  await proposeRemovals(db, one, [id], why, monday)
  await changeSettings(db, system, { decisionsNeedRelease: true }, monday)

  await releaseDueRemovals(db, hours(24))
  expect(await isThere(db, id)).toBe(true)
  await changeSettings(db, system, { decisionsNeedRelease: false }, monday)
  await releaseDueRemovals(db, hours(48))
  expect(await isThere(db, id)).toBe(true)
  expect(await releaseRemoval(db, other, id, await reading(db, id), monday)).toEqual({ ok: true })
})

test('what an officer proposed whose account is disabled by then waits for another', async ({ db }) => {
  const [one] = await officers(db)
  await changeSettings(db, system, { decisionsNeedRelease: false }, monday)
  const id = await enrolPerson(db, raman, monday)
  await proposeRemovals(db, one, [id], why, monday)
  await db.updateTable('staff_user').set({ state: 'disabled' }).where('id', '=', one.id).execute()
  await releaseDueRemovals(db, hours(24))
  expect(await isThere(db, id)).toBe(true)
  expect(await findRemoval(db, id)).toMatchObject({ releaseAt: null })
})

test('several are removed together, without those that the officer proposed or someone changed', async ({
  db,
}) => {
  const [one, other] = await officers(db)
  const enrol = (memberNo: string) => enrolPerson(db, { ...raman, memberNo }, monday)
  const ids = [await enrol('LM-1'), await enrol('LM-2'), await enrol('LM-3')]
  const [fine = '', changed = '', own = ''] = ids
  await proposeRemovals(db, one, [fine, changed], why, monday)
  await proposeRemovals(db, other, [own], why, monday)
  await changePerson(db, one, changed, 1, { ...raman, memberNo: 'LM-2', city: 'Pune' }, monday)

  const listed = await listRemovals(db, ids)
  const removals = ids.map((id) => ({
    id,
    seen: readShownVersion(listed.find((one) => one.id === id)?.shownVersion ?? ''),
  }))
  expect(listed.filter(({ isChanged }) => isChanged).map(({ id }) => id)).toEqual([changed])
  // Reading the list is not reading the change, however often it is sent.
  for (const removed of [1, 0])
    expect(await releaseRemovals(db, other, removals, monday)).toMatchObject({ removed })
  expect(await isThere(db, changed)).toBe(true)
  expect(await releaseRemovals(db, other, removals.slice(1), monday)).toEqual({
    removed: 0,
    left: [
      { id: changed, reason: 'changed' },
      { id: own, reason: 'own-proposal' },
    ],
  })
  expect(await isThere(db, fine)).toBe(false)
})

test('a merge ends the proposal to remove the duplicate', async ({ db }) => {
  const [one, other] = await officers(db)
  const twice = { ...raman, givenName: 'Chandrasekhara' }
  const mainId = await enrolPerson(db, twice, monday)
  const duplicateId = await enrolPerson(db, { ...twice, memberNo: 'LM-2' }, monday)
  await proposeRemovals(db, one, [duplicateId], why, monday)
  const merged = await mergePeople(db, other, { mainId, duplicateId, mayChangeContacts: true }, monday)
  expect(merged.ok).toBe(true)

  expect(await countRemovals(db)).toMatchObject({ count: 0 })
  expect(await findRemoval(db, duplicateId)).toBeUndefined()
})

test('the proposal stays when the account of the proposer is deleted', async ({ db }) => {
  const [one, other] = await officers(db)
  const id = await enrolPerson(db, raman, monday)
  await proposeRemovals(db, one, [id], why, monday)
  await db.deleteFrom('staff_user').where('id', '=', one.id).execute()

  expect(await findRemoval(db, id)).toMatchObject({ reason: why, officerId: null, by: null })
  expect(await releaseRemoval(db, other, id, await reading(db, id), monday)).toEqual({ ok: true })
})

test('the reason is in the person’s data, and is forgotten together with it', async ({ db }) => {
  const [one, other] = await officers(db)
  const id = await enrolPerson(db, raman, monday)
  await proposeRemovals(db, one, [id], why, monday)
  const subject = { address: 'raman@example.org', people: [id], cases: [], readerId: '' }
  const collected = await peoplePersonalData.collect?.(db, subject)
  expect(JSON.stringify(collected)).toContain(why)

  await releaseRemoval(db, other, id, await reading(db, id), monday)
  const written = () =>
    db.selectFrom('audit_detail').select('body').where('body', 'like', `%${why}%`).execute()
  expect(await written()).toHaveLength(2)
  await emptyPeopleBin(db, hours(30 * 24))
  expect(await written()).toEqual([])
  expect((await listActions(db)).at(-1)).toBe('people.bin-emptied')
})

test('whoever withdraws and whoever releases at the same moment do not both succeed', async ({ db }) => {
  const [one, other] = await officers(db)
  for (let round = 0; round < 12; round++) {
    const id = await enrolPerson(db, { ...raman, memberNo: `LM-${round}` }, monday)
    await proposeRemovals(db, one, [id], why, monday)
    const seen = await reading(db, id)
    const [released, withdrawn] = await Promise.all([
      releaseRemoval(db, other, id, seen, monday),
      withdrawRemoval(db, one, { id }, monday),
    ])
    expect(released.ok).not.toBe(withdrawn.ok)
    expect(await isThere(db, id)).toBe(withdrawn.ok)
  }
})
