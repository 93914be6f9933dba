import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { moveCase } from '#features/casework/casework.server.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { moveDueNominations } from '#features/nominations/due.server.ts'
import { answerNomination } from '#features/nominations/answering.server.ts'
import { findConfirmationCase } from './confirmation-queries.server.ts'
import {
  caseOrigin as origin,
  makeFilledDraft,
  makeStore,
  openCalls,
  passerBy,
  tokenMailedTo,
} from '#test/makers/cases.ts'
import { allLetters } from '#routes/staff/letters/all-letters.ts'
import { makeCaseworker } from '#test/makers/casework.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'
import { monday, test } from '#test/harness/db.ts'
import { openLetters } from '#test/makers/letters.ts'
import { sendNewLink } from '#features/casework/new-links.server.ts'
import { sendHeldLetters } from './held-letters.server.ts'

/** Whatever strangers send, one address gets a few letters a day, and no letter is lost. */

const victim = 'victim@example.org'
const hours = (count: number) => new Date(monday.getTime() + count * 3_600_000)

async function nominate(db: Db, at: number, store: ReturnType<typeof makeStore>, now = monday) {
  const people = { email: victim, proposerEmail: `p${at}@example.net`, seconderEmail: `s${at}@example.net` }
  const token = await makeFilledDraft(db, 'fellow', now, people, store)
  const sent = await submitNomination(db, passerBy, origin, 'fellow', token, now)
  if (!sent.ok) throw new Error(sent.reason)
  // Strangers prove addresses of their own.
  await confirmAsProposer(db, people.proposerEmail, now)
  return sent.reference
}

const lettersTo = (db: Db) =>
  db.selectFrom('mail').selectAll().where('recipient', '=', victim).orderBy('id').execute()
const jobs = async (db: Db) => (await db.selectFrom('job').select('id').execute()).length

test('twenty forms that name one address cause six letters, and the rest in one', async ({ db }) => {
  await openCalls(db, monday)
  const store = makeStore()
  const references: string[] = []
  for (let at = 0; at < 20; at++) references.push(await nominate(db, at, store))
  const letters = await lettersTo(db)
  expect(letters.filter(({ held_until }) => held_until === null)).toHaveLength(6)
  expect(letters.filter(({ held_until }) => held_until === hours(24).getTime())).toHaveLength(14)
  expect(await jobs(db)).toBe(6 + 20)

  await sendHeldLetters(db, origin, allLetters, hours(23))
  expect(await lettersTo(db)).toHaveLength(20)
  const clerk = await makeCaseworker(db, monday)
  const spam = { reference: references[19] ?? '', move: 'close-as-spam', typed: {} }
  await moveCase(db, clerk, origin, spam, hours(23))
  await Promise.all([
    sendHeldLetters(db, origin, allLetters, hours(24)),
    sendHeldLetters(db, origin, allLetters, hours(24)),
  ])

  const together = (await lettersTo(db)).filter(({ kind }) => kind === 'letters.together')
  expect(together).toHaveLength(1)
  expect(together[0]?.body_text.match(/\/confirm\/consent\?token=/g)).toHaveLength(13)
  await sendHeldLetters(db, origin, allLetters, hours(25))
  expect((await lettersTo(db)).filter(({ kind }) => kind === 'letters.together')).toHaveLength(1)

  const token = await tokenMailedTo(db, victim)
  const found = await findConfirmationCase(db, 'consent', token, hours(25))
  const confirmedHash = found?.caseRow.answers_hash ?? ''
  const answered = { agrees: true, answer: {}, wording: 'Yes.', confirmedHash }
  expect(await answerNomination(db, passerBy, origin, 'consent', token, answered, hours(25))).toEqual({
    ok: true,
  })
})

/** A real request to the nominee, and then a stranger's forms that use up the letters of the day. */
async function nominateAmongJunk(db: Db, at = monday) {
  await openCalls(db, monday)
  const store = makeStore()
  const reference = await nominate(db, 0, store)
  const link = await tokenMailedTo(db, victim)
  for (let one = 1; one < 7; one++) await nominate(db, one, store, at)
  const question = await db
    .selectFrom('confirmation')
    .innerJoin('dossier', 'dossier.id', 'confirmation.dossier_id')
    .select('confirmation.id')
    .where('reference', '=', reference)
    .where('purpose', '=', 'consent')
    .executeTakeFirstOrThrow()
  return { reference, question: question.id, link }
}

async function findWorking(db: Db, reference: string, now: Date) {
  const letters = await openLetters(db, victim)
  const held = new Set((await lettersTo(db)).filter((one) => one.held_until !== null).map(({ id }) => id))
  const tokens = letters
    .filter(({ id }) => !held.has(id))
    .flatMap(({ body_text }) => [...body_text.matchAll(/\?token=([\w-]{43})/g)])
  const found = await Promise.all(
    tokens.map(([, token = '']) => findConfirmationCase(db, 'consent', token, now)),
  )
  return found.filter((one) => one?.caseRow.reference === reference)
}

test('a new link from staff is sent immediately, whatever strangers have sent, and keeps working', async ({
  db,
}) => {
  const { reference, question } = await nominateAmongJunk(db)
  const clerk = await makeCaseworker(db, monday)
  expect(await sendNewLink(db, clerk, origin, { reference, request: question }, hours(1))).toEqual({
    ok: true,
  })
  expect((await lettersTo(db)).at(-1)).toMatchObject({ kind: 'nomination.reminder', held_until: null })
  expect(await findWorking(db, reference, hours(1))).toHaveLength(1)
  await sendHeldLetters(db, origin, allLetters, hours(25))
  expect(await findWorking(db, reference, hours(25))).toHaveLength(1)
})

test('a request whose letter waits has one line, and none once staff have sent a link', async ({ db }) => {
  await openCalls(db, monday)
  const store = makeStore()
  for (let one = 0; one < 6; one++) await nominate(db, one, store)
  const [requested, sent] = [await nominate(db, 6, store), await nominate(db, 7, store)]
  const clerk = await makeCaseworker(db, monday)
  const question = await db
    .selectFrom('confirmation')
    .innerJoin('dossier', 'dossier.id', 'confirmation.dossier_id')
    .select('confirmation.id')
    .where('reference', '=', sent)
    .where('purpose', '=', 'consent')
    .executeTakeFirstOrThrow()
  await sendNewLink(db, clerk, origin, { reference: sent, request: question.id }, hours(1))
  await sendHeldLetters(db, origin, allLetters, hours(24))

  const together = (await lettersTo(db)).find(({ kind }) => kind === 'letters.together')
  expect(together?.body_text.match(/\/confirm\/consent\?token=/g)).toHaveLength(1)
  for (const reference of [requested, sent])
    expect(await findWorking(db, reference, hours(24))).toHaveLength(1)
})

test('a reminder that has to wait leaves the current link working', async ({ db }) => {
  const tenDays = hours(240)
  const { reference, link } = await nominateAmongJunk(db, tenDays)
  await moveDueNominations(db, origin, tenDays)
  const reminders = (await lettersTo(db)).filter(({ kind }) => kind === 'nomination.reminder')
  expect(reminders).toMatchObject([{ held_until: hours(264).getTime() }])
  expect(await findConfirmationCase(db, 'consent', link, tenDays)).toBeDefined()

  await sendHeldLetters(db, origin, allLetters, hours(264))
  expect(await findWorking(db, reference, hours(264))).toHaveLength(1)
  await moveDueNominations(db, origin, hours(265))
  const again = (await lettersTo(db)).filter(({ kind }) => kind === 'nomination.reminder')
  expect(again).toHaveLength(1)
})
