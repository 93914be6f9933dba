import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { newId } from '#db/engine/id.ts'
import { migrations } from '#db/migrations/all.ts'
import { readCaseDesk } from '#features/casework/desk.server.ts'
import { readCase, readCaseList } from '#features/casework/reading.server.ts'
import { assignCase } from '#features/cases/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { monday, test } from '#test/harness/db.ts'
import { grantCapability } from '#test/makers/bodies.ts'
import { makeCase, makeCaseworker } from '#test/makers/casework.ts'
import { makeReached } from '#test/makers/own-pages.ts'
import { countCasesWithoutAdministrator } from './case-access.server.ts'

/** Staff do not find a case that names them under another address than that of their account. */

const account = 'me@academy.example'
const elsewhere = 'me@university.example'
const me = {
  memberNo: 'LM-77',
  fellowNo: 'F-77',
  grade: 'fellow',
  givenName: 'Me',
} as const satisfies Partial<NewPerson>

async function makeMe(db: Db, reachedAt: string) {
  const actor = await makeCaseworker(db, monday, { role: 'admin', email: account })
  const other = await makeCaseworker(db, monday, { role: 'admin' })
  return { actor, other, personId: await makeReached(db, reachedAt, monday, me) }
}

/** The account sits in a body as this person. */
async function seat(db: Db, staffId: string, personId: string) {
  await grantCapability(db, staffId, 'office', monday)
  await db.updateTable('body_term').set({ person_id: personId }).where('staff_id', '=', staffId).execute()
}

async function enrolledFrom(db: Db, personId: string, addresses: { email: string; otherEmail?: string }) {
  const reference = await makeCase(db, monday, {
    process: 'membership',
    state: 'enrolled',
    changes: addresses,
  })
  await db.updateTable('dossier').set({ person_id: personId }).where('reference', '=', reference).execute()
}

const named = [
  ['the member number', { memberNo: 'lm 77' }],
  ['the proposer’s fellow number', { proposerFellowNo: 'F77' }],
  ['the seconder’s fellow number', { seconderFellowNo: 'F-77' }],
  ['the ORCID iD', { orcid: '0000-0002-1825-0097' }],
] as const

test.for(named)('a case that names me by %s is not found by me', async ([_, changes], { db }) => {
  const { actor, other, personId } = await makeMe(db, account)
  await db.updateTable('person').set({ orcid: '0000-0002-1825-0097' }).where('id', '=', personId).execute()
  await expectHidden(db, { actor, other }, changes)
})

test('nor is one under the address in the register, if a body has my account as that person', async ({
  db,
}) => {
  const { actor, other, personId } = await makeMe(db, elsewhere)
  await expectFound(db, actor, { email: elsewhere })
  await seat(db, actor.id, personId)
  await expectHidden(db, { actor, other }, { seconderEmail: elsewhere })
})

test('nor one under an address from which I was enrolled', async ({ db }) => {
  const { actor, other, personId } = await makeMe(db, account)
  await enrolledFrom(db, personId, { email: elsewhere })
  await expectHidden(db, { actor, other }, { proposerEmail: elsewhere })
})

test('nor one under the address in the register, if I was enrolled from that of my account', async ({
  db,
}) => {
  const { actor, other, personId } = await makeMe(db, elsewhere)
  await enrolledFrom(db, personId, { email: account })
  await expectHidden(db, { actor, other }, { email: elsewhere })
})

test('strangers who name my address beside that of somebody else hide nothing from me', async ({ db }) => {
  const { actor } = await makeMe(db, account)
  await makeCase(db, monday, {
    process: 'membership',
    changes: { email: account, otherEmail: 'a@b.example' },
  })
  await expectFound(db, actor, { email: 'a@b.example' })
})

test('a case that names all administrators by any of their addresses is counted', async ({ db }) => {
  const { other } = await makeMe(db, account)
  const reference = await makeCase(db, monday, { changes: { proposerFellowNo: 'F-77' } })
  expect(await countCasesWithoutAdministrator(db)).toBe(0)
  await db.updateTable('staff_user').set({ state: 'disabled' }).where('id', '=', other.id).execute()
  expect(await countCasesWithoutAdministrator(db)).toBe(1)
  await db.updateTable('dossier').set({ ended_at: 1 }).where('reference', '=', reference).execute()
  expect(await countCasesWithoutAdministrator(db)).toBe(0)
})

test('cases from before get the numbers that they name', async ({ db }) => {
  const { actor } = await makeMe(db, account)
  const reference = await makeCase(db, monday, { changes: { memberNo: 'LM-0077' } })
  await db.deleteFrom('dossier_address').where('address', 'like', '%:%').execute()
  expect(await readCase(db, actor, reference, monday)).toBeDefined()
  await db
    .insertInto('dossier_address')
    .columns(['dossier_id', 'address'])
    .expression(db.selectFrom('dossier').select((eb) => ['id', eb.val(newId()).as('address')]))
    .execute()
  const { fill } = migrations.find(({ name }) => name === '117-numbers-in-cases')!
  for (const _ of [1, 2]) await fill?.(db)
  expect(await readCase(db, actor, reference, monday)).toBeUndefined()
})

type Actor = Awaited<ReturnType<typeof makeCaseworker>>

async function expectHidden(db: Db, { actor, other }: { actor: Actor; other: Actor }, changes: object) {
  const reference = await makeCase(db, monday, { state: 'complete', changes: { ...changes }, cycle: '1996' })
  const found = async (who: Actor) => ({
    page: (await readCase(db, who, reference, monday)) !== undefined,
    list: (await readCaseList(db, who, { page: 1, dir: 'asc', cycle: '1996' }, monday)).total === 1,
    queue: (await readCaseDesk(db, who, monday)).queues.some(({ process: type }) => type === 'fellow'),
  })
  expect(await found(other)).toEqual({ page: true, list: true, queue: true })
  expect(await found(actor)).toEqual({ page: false, list: false, queue: false })
  expect((await readCase(db, other, reference, monday))?.staff.map(({ id }) => id)).toEqual([other.id])
  expect(await assignCase(db, other, reference, { to: actor.id }, monday)).toMatchObject({
    reason: 'no-such-staff',
  })
}

async function expectFound(db: Db, actor: Actor, changes: object) {
  const reference = await makeCase(db, monday, { state: 'complete', changes: { ...changes } })
  expect(await readCase(db, actor, reference, monday)).toBeDefined()
  await db.deleteFrom('dossier').where('reference', '=', reference).execute()
}
