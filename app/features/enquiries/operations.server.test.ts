import { expect } from 'vitest'
import { countQueues, listEnquiries, listFloods } from '#features/enquiries/queries.server.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { aLetter, browserAt, findEnquiryOf, sendOne } from '#test/makers/enquiries.ts'
import { passerBy } from '#test/makers/cases.ts'
import { actorFor, listActions, listLetters, makeStaff } from '#test/makers/staff.ts'
import {
  assignEnquiry,
  dealWithSeveral,
  moveEnquiry,
  noteOnEnquiry,
  replyToEnquiry,
} from './casework.server.ts'
import { sendEnquiry } from './operations.server.ts'
import { findEnquiry } from './queries.server.ts'
import { eraseOldEnquiries } from './retention.server.ts'
import type { Db } from '#db/schema/tables.ts'

const hour = 3_600_000
const later = (hours: number) => new Date(monday.getTime() + hours * hour)
const inbox = (queue: 'new' | 'held' | 'mine' | 'closed') => ({ queue, page: 1 })

async function makeClerk(db: Db) {
  const person = await makeStaff(db, monday)
  const actor = actorFor(person)
  if (actor.kind !== 'staff') throw new Error('A clerk is of the staff.')
  return actor
}

test('a message gets a reference, is listed as new, and its sender is notified once a day', async ({
  db,
}) => {
  const first = await sendEnquiry(db, passerBy, browserAt(1), aLetter(1), monday)
  const second = await sendEnquiry(
    db,
    passerBy,
    browserAt(1),
    { ...aLetter(2), email: aLetter(1).email },
    later(1),
  )
  await sendEnquiry(db, passerBy, browserAt(1), { ...aLetter(3), email: aLetter(1).email }, later(25))

  expect(first).toEqual({ ok: true, reference: 'EQ-1995-0001' })
  expect(second).toEqual({ ok: true, reference: 'EQ-1995-0002' })
  expect(await countQueues(db, '')).toMatchObject({ new: 3, held: 0 })
  expect((await listLetters(db)).map(({ kind }) => kind)).toEqual(['enquiry.received', 'enquiry.received'])
  expect(await listActions(db)).toEqual(Array.from({ length: 3 }, () => 'enquiry.received'))
})

test('the same message again is the same message', async ({ db }) => {
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => sendEnquiry(db, passerBy, browserAt(1), aLetter(1), monday)),
  )

  expect(new Set(tries.map((tried) => tried.ok && tried.reference))).toEqual(new Set(['EQ-1995-0001']))
  expect(await countQueues(db, '')).toMatchObject({ new: 1 })
})

test('a message that fills the trap is held completely, and nothing is sent to its address', async ({
  db,
}) => {
  const sent = await sendEnquiry(db, passerBy, browserAt(1), { ...aLetter(1), homepage: 'x' }, monday)

  expect(sent).toEqual({ ok: true, reference: 'EQ-1995-0001' })
  const held = await findEnquiryOf(db, 'EQ-1995-0001')
  expect(held).toMatchObject({ state: 'held', body: aLetter(1).message, signs: ['trap'] })
  expect(await listLetters(db)).toEqual([])
})

test('when staff release a held message its sender is notified', async ({ db }) => {
  const clerk = await makeClerk(db)
  const { id } = await sendOne(db, monday, { homepage: 'x' })

  expect(await replyToEnquiry(db, clerk, id, { reply: 'Yes.', version: 1 }, monday)).toEqual({
    ok: false,
    reason: 'not-open',
  })
  expect(await moveEnquiry(db, clerk, id, { move: 'clear', version: 1 }, later(1))).toMatchObject({
    ok: true,
  })
  expect((await listLetters(db)).map(({ kind }) => kind)).toEqual(['enquiry.received'])
})

test('a reply is sent by email with the message quoted, and not twice by two people', async ({ db }) => {
  const clerk = await makeClerk(db)
  const { id } = await sendOne(db, monday, { message: 'When?\n\nWhere?' })
  const reply = { reply: 'In May.\n\nIn Pune.', version: 1 }

  expect(await replyToEnquiry(db, clerk, id, reply, monday)).toEqual({ ok: true })
  expect(await replyToEnquiry(db, clerk, id, reply, monday)).toEqual({ ok: false, reason: 'changed' })
  const letters = await listLetters(db)
  expect(letters.map(({ kind }) => kind)).toEqual(['enquiry.received', 'enquiry.reply'])
  expect(letters[1]?.body_text).toContain('In May.\n\nIn Pune.')
  expect(letters[1]?.body_text).toContain('> When?\n> \n> Where?')
  expect(await findEnquiry(db, id)).toMatchObject({ state: 'answered', version: 2 })
})

test('words in braces that a visitor sends are not filled in', async ({ db }) => {
  const clerk = await makeClerk(db)
  const { id } = await sendOne(db, monday, { subject: '{reply}', message: '{reference} {quote}' })
  await replyToEnquiry(db, clerk, id, { reply: '{about}', version: 1 }, monday)

  const { body_text } = (await listLetters(db))[1]!
  expect(body_text).toContain('> {reference} {quote}')
  expect(body_text).toContain('{about}')
})

test('messages are assigned, noted, closed, reopened, and all of it is in their history', async ({ db }) => {
  const clerk = await makeClerk(db)
  const { id } = await sendOne(db, monday)
  await assignEnquiry(db, clerk, id, { to: clerk.id }, monday)
  expect((await listEnquiries(db, clerk.id, inbox('mine'))).total).toBe(1)
  await noteOnEnquiry(db, clerk, id, 'A friend of the Academy.', monday)
  await moveEnquiry(db, clerk, id, { move: 'spam', version: 3 }, monday)
  expect(await findEnquiry(db, id)).toMatchObject({ state: 'closed', isSpam: true })
  await moveEnquiry(db, clerk, id, { move: 'reopen', version: 4 }, monday)

  const enquiry = await findEnquiry(db, id)
  expect(enquiry).toMatchObject({ state: 'new', isSpam: false, version: 5 })
  expect(enquiry?.events.map(({ kind }) => kind)).toEqual(['received', 'assigned', 'note', 'spam', 'reopen'])
  expect(await listActions(db)).toEqual([
    'enquiry.received',
    'enquiry.assigned',
    'enquiry.noted',
    'enquiry.moved',
    'enquiry.moved',
  ])
})

test('an assignment and a move return what they replaced', async ({ db }) => {
  const clerk = await makeClerk(db)
  const { id } = await sendOne(db, monday)

  expect(await assignEnquiry(db, clerk, id, { to: clerk.id }, monday)).toMatchObject({ before: null })
  expect(await assignEnquiry(db, clerk, id, { to: null }, monday)).toMatchObject({ before: clerk.id })
  const spam = await moveEnquiry(db, clerk, id, { move: 'spam', version: 3 }, monday)
  expect(spam).toEqual({ ok: true, before: { state: 'new', isSpam: false }, version: 4 })
  const reopened = await moveEnquiry(db, clerk, id, { move: 'reopen', version: 4 }, monday)
  expect(reopened).toEqual({ ok: true, before: { state: 'closed', isSpam: true }, version: 5 })
})

test('Undo of an assignment is refused once someone else has assigned the message', async ({ db }) => {
  const clerk = await makeClerk(db)
  const colleague = await makeStaff(db, monday, { role: 'admin' })
  const { id } = await sendOne(db, monday)
  const assign = (to: string | null, shownHash?: string) =>
    assignEnquiry(db, clerk, id, { to, shownHash }, monday)
  const mine = await assign(clerk.id)
  const theirs = await assign(colleague.id)
  if (!mine.ok || !theirs.ok) throw new Error('The message was not assigned.')

  expect(await assign(mine.before, mine.shownHash)).toEqual({ ok: false, reason: 'conflict' })
  expect(await assign(theirs.before, theirs.shownHash)).toMatchObject({ before: colleague.id })
})

test('only staff can be assigned a message, and only possible moves are made', async ({ db }) => {
  const clerk = await makeClerk(db)
  const gone = await makeStaff(db, monday, { state: 'disabled' })
  const { id } = await sendOne(db, monday)

  expect(await assignEnquiry(db, clerk, id, { to: gone.id }, monday)).toEqual({
    ok: false,
    reason: 'not-staff',
  })
  expect(await assignEnquiry(db, clerk, 'x', { to: clerk.id }, monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
  for (const move of ['clear', 'reopen'] as const)
    expect(await moveEnquiry(db, clerk, id, { move, version: 1 }, monday)).toEqual({
      ok: false,
      reason: 'not-open',
    })
})

test('a flood is one row after its first ten, and one click closes it', async ({ db }) => {
  const clerk = await makeClerk(db)
  for (let at = 0; at < 40; at++)
    await sendEnquiry(db, passerBy, browserAt(at), { ...aLetter(at), homepage: 'x' }, monday)

  expect((await listEnquiries(db, '', inbox('held'))).total).toBe(10)
  const floods = await listFloods(db)
  expect(floods).toMatchObject([{ key: 'trap:1995-01-02', count: 30 }])
  expect((await listEnquiries(db, '', { ...inbox('held'), flood: floods[0]!.key })).total).toBe(30)
  expect(await dealWithSeveral(db, clerk, 'spam', { flood: floods[0]!.key }, monday)).toMatchObject({
    moved: 30,
  })
  expect(await countQueues(db, '')).toMatchObject({ held: 10, closed: 30 })
})

test('of several chosen messages only those are moved for which it is possible', async ({ db }) => {
  const clerk = await makeClerk(db)
  const { id: fresh } = await sendOne(db, monday)
  const { id: held } = await sendOne(db, monday, { homepage: 'x' })

  expect(await dealWithSeveral(db, clerk, 'close', { lines: [fresh, held, 'x'] }, monday)).toMatchObject({
    moved: 1,
  })
  expect(await dealWithSeveral(db, clerk, 'take', { lines: [fresh, held] }, monday)).toMatchObject({
    moved: 2,
  })
  expect(await dealWithSeveral(db, clerk, 'take', { lines: [fresh, held] }, monday)).toMatchObject({
    moved: 0,
  })
})

test('Undo for several leaves the messages that someone else has changed since', async ({ db }) => {
  const clerk = await makeClerk(db)
  const colleague = await makeClerk(db)
  const { id: mine } = await sendOne(db, monday)
  const { id: theirs } = await sendOne(db, monday)
  const closed = await dealWithSeveral(db, clerk, 'close', { lines: [mine, theirs] }, monday)
  await moveEnquiry(db, colleague, theirs, { move: 'reopen', version: 2 }, monday)
  await moveEnquiry(db, colleague, theirs, { move: 'spam', version: 3 }, monday)

  const undone = await dealWithSeveral(db, clerk, 'reopen', closed, monday)
  expect(undone).toMatchObject({ moved: 1, left: 1 })
  expect(await countQueues(db, '')).toMatchObject({ new: 1, closed: 1 })
})

test('of a burst at the end of a network’s limit exactly the rest is accepted (G1)', async ({ db }) => {
  const subject = `enquiries-from:${browserAt(1).address}`
  const row = { subject, tries: 290, window_ends_at: later(1).getTime() }
  await db.insertInto('throttle').values(row).execute()
  const tries = await Promise.all(
    Array.from({ length: 60 }, (_, at) => sendEnquiry(db, passerBy, browserAt(1), aLetter(at), monday)),
  )

  expect(tries.filter(({ ok }) => ok)).toHaveLength(10)
  expect(tries.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'too-many', until: later(1) })
  expect(await countQueues(db, '')).toMatchObject({ new: 10 })
})

test('40 people behind one address who write within ten minutes all get through (G2)', async ({ db }) => {
  for (let at = 0; at < 40; at++)
    expect(await sendEnquiry(db, passerBy, browserAt(1), aLetter(at), later(at / 240))).toMatchObject({
      ok: true,
    })

  expect(await countQueues(db, '')).toMatchObject({ new: 40, held: 0 })
})

test('of forty messages in one name within an hour none is refused, and the later ones are held', async ({
  db,
}) => {
  const tries = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      sendEnquiry(db, passerBy, browserAt(at), { ...aLetter(at), email: 'one@example.org' }, monday),
    ),
  )

  expect(tries.filter(({ ok }) => ok)).toHaveLength(40)
  expect(await countQueues(db, '')).toMatchObject({ new: 10, held: 30 })
})

test('closed messages are erased after the months in the settings, to the day, and others never', async ({
  db,
}) => {
  const clerk = await makeClerk(db)
  await changeSettings(db, system, { retentionMonths: 12 }, monday)
  const { id } = await sendOne(db, monday)
  const { id: open } = await sendOne(db, monday)
  await moveEnquiry(db, clerk, id, { move: 'close', version: 1 }, monday)

  await eraseOldEnquiries(db, new Date('1996-01-02T08:59:59Z'))
  expect(await findEnquiry(db, id)).toBeDefined()
  await eraseOldEnquiries(db, new Date('1996-01-02T09:00:00Z'))
  await eraseOldEnquiries(db, new Date('1996-01-02T09:00:00Z'))
  expect(await findEnquiry(db, id)).toBeUndefined()
  expect(await findEnquiry(db, open)).toBeDefined()
  expect(await db.selectFrom('enquiry_event').select('kind').where('enquiry_id', '=', id).execute()).toEqual(
    [],
  )
  expect((await listActions(db)).filter((action) => action === 'enquiry.erased')).toHaveLength(1)
})
