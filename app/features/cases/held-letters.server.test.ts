import { expect } from 'vitest'
import type { Db } from '#db/tables.ts'
import { moveCase } from '#features/cases/casework.server.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { answerNomination } from '#features/nominations/answering.server.ts'
import { findAsked } from './asked-queries.server.ts'
import {
  caseOrigin as origin,
  makeFilledDraft,
  makeStore,
  openCalls,
  passerBy,
  tokenMailedTo,
} from '#test/cases.ts'
import { makeWorker } from '#test/casework.ts'
import { monday, test } from '#test/db.ts'
import { sendHeldLetters } from './held-letters.server.ts'

/** Whatever strangers send, one address gets a few letters a day, and nobody loses one. */

const victim = 'victim@example.org'
const hours = (count: number) => new Date(monday.getTime() + count * 3_600_000)

async function nominate(db: Db, at: number, store: ReturnType<typeof makeStore>) {
  const people = { email: victim, proposerEmail: `p${at}@example.net`, seconderEmail: `s${at}@example.net` }
  const token = await makeFilledDraft(db, 'fellow', monday, people, store)
  const sent = await submitNomination(db, passerBy, origin, 'fellow', token, monday)
  if (!sent.ok) throw new Error(sent.reason)
  return sent.reference
}

const lettersTo = (db: Db) =>
  db.selectFrom('mail').selectAll().where('recipient', '=', victim).orderBy('id').execute()
const jobs = async (db: Db) => (await db.selectFrom('job').select('id').execute()).length

test('twenty forms that name one address bring six letters, and the rest in one', async ({ db }) => {
  await openCalls(db, monday)
  const store = makeStore()
  const references: string[] = []
  for (let at = 0; at < 20; at++) references.push(await nominate(db, at, store))
  const letters = await lettersTo(db)
  expect(letters.filter(({ held_until }) => held_until === null)).toHaveLength(6)
  expect(letters.filter(({ held_until }) => held_until === hours(24).getTime())).toHaveLength(14)
  expect(await jobs(db)).toBe(6 + 2 * 20)

  await sendHeldLetters(db, origin, hours(23))
  expect(await lettersTo(db)).toHaveLength(20)
  const clerk = await makeWorker(db, monday)
  const spam = { reference: references[19] ?? '', move: 'close-as-spam', typed: {} }
  await moveCase(db, clerk, origin, spam, hours(23))
  await Promise.all([sendHeldLetters(db, origin, hours(24)), sendHeldLetters(db, origin, hours(24))])

  const together = (await lettersTo(db)).filter(({ kind }) => kind === 'letters.together')
  expect(together).toHaveLength(1)
  expect(together[0]?.body_text.match(/\/confirm\/consent\?token=/g)).toHaveLength(13)
  await sendHeldLetters(db, origin, hours(25))
  expect((await lettersTo(db)).filter(({ kind }) => kind === 'letters.together')).toHaveLength(1)

  const token = await tokenMailedTo(db, victim)
  const found = await findAsked(db, 'consent', token, hours(25))
  const confirmedHash = found?.dossier.answers_hash ?? ''
  const answered = { agrees: true, answer: {}, wording: 'Yes.', confirmedHash }
  expect(await answerNomination(db, passerBy, origin, 'consent', token, answered, hours(25))).toEqual({
    ok: true,
  })
})
