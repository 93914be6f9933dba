import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { moveCase } from '#features/casework/casework.server.ts'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import { listNotes } from '#features/casework/case-queries.server.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import {
  caseOrigin as origin,
  makeFilledDraft,
  openCalls,
  passerBy,
  tokenMailedTo,
} from '#test/makers/cases.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'
import { makeCaseworker } from '#test/makers/casework.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { answerNomination, confirmProposal } from './answering.server.ts'
import { submitNomination } from './operations.server.ts'

/** Forms that anyone may submit about anyone: an unconfirmed one blocks nobody. */

const test = base.extend<{ open: Db }>({
  open: async ({ db }, use) => {
    await openCalls(db, monday)
    await use(db)
  },
})

const [nominee, proposer, stranger] = ['asha@example.org', 'ben@example.org', 'mallory@example.net']

async function submit(db: Db, changes = {}) {
  const token = await makeFilledDraft(db, 'fellow', monday, changes)
  const sent = await submitNomination(db, passerBy, origin, 'fellow', token, monday)
  if (!sent.ok) throw new Error(sent.reason)
  return sent.reference
}

/** A nomination by someone who has the proposer's mailbox. */
async function propose(db: Db, changes: { proposerEmail?: string; seconderEmail?: string } = {}) {
  const reference = await submit(db, changes)
  await confirmAsProposer(db, changes.proposerEmail ?? proposer, monday)
  return reference
}

/** The nominee answers the nomination whose letter came last. */
async function consent(db: Db, { agrees = true, email = nominee } = {}) {
  const token = await tokenMailedTo(db, email)
  return answerWith(db, token, agrees)
}

async function answerWith(db: Db, token: string, agrees = true) {
  const { answers_hash } = await db
    .selectFrom('dossier')
    .innerJoin('confirmation', 'confirmation.dossier_id', 'dossier.id')
    .select('answers_hash')
    .where('confirmation.purpose', '=', 'consent')
    .orderBy('confirmation.id', 'desc')
    .executeTakeFirstOrThrow()
  const answered = { agrees, answer: {}, wording: 'Yes.', confirmedHash: answers_hash }
  return answerNomination(db, passerBy, origin, 'consent', token, answered, monday)
}

const row = (db: Db, reference: string) =>
  db.selectFrom('dossier').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()

test('junk under the nominee’s address does not block the real nomination', async ({ open: db }) => {
  for (let at = 0; at < 4; at++)
    await propose(db, { proposerEmail: `m${at}@example.net`, seconderEmail: `second${at}@example.net` })
  const real = await submit(db)
  expect(await confirmAsProposer(db, proposer, monday)).toEqual({ ok: true })
  expect(await consent(db)).toEqual({ ok: true })
  expect(await row(db, real)).toMatchObject({ subject_confirmed_at: monday.getTime() })
})

test('three junk forms in a proposer’s name leave the proposer every nomination of the cycle', async ({
  open: db,
}) => {
  for (let at = 0; at < 3; at++) {
    // The stranger has the nominee's mailbox, but not the proposer's.
    await submit(db, { email: `n${at}@example.net`, seconderEmail: `s${at}@example.net` })
  }
  for (let at = 0; at < 3; at++) {
    await submit(db, { email: `real${at}@example.org` })
    expect(await confirmAsProposer(db, proposer, monday)).toEqual({ ok: true })
  }
})

test('a proposer confirms no more than the allowance, one after the other and in parallel', async ({
  open: db,
}) => {
  await changeSettings(db, system, { mostPerProposer: 2 }, monday)
  const tokens: string[] = []
  for (const name of ['dina', 'emil', 'fay', 'gil']) {
    await submit(db, { email: `${name}@example.org` })
    tokens.push(await tokenMailedTo(db, proposer))
  }
  const hashes = await db.selectFrom('dossier').select('answers_hash').orderBy('reference').execute()
  const outcomes = await Promise.all(
    tokens.map((token, at) => {
      const answered = { answer: {}, wording: 'Mine', confirmedHash: hashes[at]?.answers_hash ?? '' }
      return confirmProposal(db, passerBy, origin, token, answered, monday)
    }),
  )

  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2)
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([
    { ok: false, reason: 'too-many' },
    { ok: false, reason: 'too-many' },
  ])
})

test('of two nominations that the nominee agrees to, the second is refused and the office sees both', async ({
  open: db,
}) => {
  const first = await propose(db)
  expect(await consent(db)).toEqual({ ok: true })
  const second = await propose(db, { proposerEmail: 'other@example.org' })
  const { body_text } = await db
    .selectFrom('mail')
    .select('body_text')
    .where('recipient', '=', nominee)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(body_text).toContain(`You have already agreed to another nomination, ${first}`)

  expect(await consent(db)).toEqual({ ok: false, reason: 'other-open' })
  expect(await consent(db)).toEqual({ ok: false, reason: 'other-open' })

  const { id } = await row(db, second)
  expect(await listNotes(db, id)).toMatchObject([{ body: expect.stringContaining(first) }])
  const clerk = await makeCaseworker(db, monday)
  const alike = async (reference: string) => (await readCase(db, clerk, reference, monday))?.alike
  expect(await alike(first)).toEqual([`${second} is open for the same person, who has not confirmed it.`])
  expect(await alike(second)).toEqual([`${first} is open for the same person, who has confirmed it.`])
})

test('of two parallel consents the database allows one', async ({ open: db }) => {
  const tokens: string[] = []
  const hashes: string[] = []
  for (const proposerEmail of [proposer, 'other@example.org']) {
    const { answers_hash } = await row(db, await propose(db, { proposerEmail }))
    hashes.push(answers_hash)
    tokens.push(await tokenMailedTo(db, nominee))
  }
  const outcomes = await Promise.all(
    tokens.map((token, at) => {
      const answered = { agrees: true, answer: {}, wording: 'Yes.', confirmedHash: hashes[at] ?? '' }
      return answerNomination(db, passerBy, origin, 'consent', token, answered, monday)
    }),
  )

  expect(outcomes.toSorted((a, b) => Number(b.ok) - Number(a.ok))).toEqual([
    { ok: true },
    { ok: false, reason: 'other-open' },
  ])
})

test('an editor cannot close as spam what everyone confirmed; an administrator can, with a reason, and either restores it', async ({
  open: db,
}) => {
  const reference = await submit(db)
  await db.updateTable('dossier').set({ state: 'returned', facts: '{"reason":"Name it."}' }).execute()
  const [editor, admin] = [
    await makeCaseworker(db, monday),
    await makeCaseworker(db, monday, { role: 'admin' }),
  ]
  const close = (who: typeof editor, move: string, typed: Record<string, string>) =>
    moveCase(db, who, origin, { reference, move, typed }, monday)
  const typed = { spamReason: 'Nobody of that name works there.' }

  expect(await close(editor, 'close-as-spam', {})).toMatchObject({ ok: false, reason: 'wrong-state' })
  expect(await close(editor, 'close-confirmed-as-spam', typed)).toMatchObject({
    ok: false,
    reason: 'for-administrators',
  })
  expect(await close(admin, 'close-confirmed-as-spam', {})).toMatchObject({ ok: false })
  expect(await row(db, reference)).toMatchObject({ state: 'returned' })
  expect(await close(admin, 'close-confirmed-as-spam', typed)).toMatchObject({ ok: true, to: 'spam' })
  expect(await close(editor, 'restore', {})).toMatchObject({ ok: true, to: 'returned' })
  expect(JSON.parse((await row(db, reference)).facts)).toMatchObject({ reason: 'Name it.', ...typed })
})

test('spam is closed without a letter, blocks nobody, and can be restored as it was', async ({
  open: db,
}) => {
  const junk = await propose(db, { proposerEmail: stranger })
  await consent(db)
  const clerk = await makeCaseworker(db, monday, { role: 'editor' })
  const link = await tokenMailedTo(db, 'chitra@example.org')
  const countLetters = async () => (await db.selectFrom('mail').select('id').execute()).length
  const before = await countLetters()
  const move = (reference: string, name: string, at = monday) =>
    moveCase(db, clerk, origin, { reference, move: name, typed: {} }, at)

  expect(await move(junk, 'close-as-spam')).toMatchObject({ ok: true, to: 'spam' })
  // Unsent letters are dropped, too.
  expect([before, await countLetters()]).toEqual([3, 0])
  expect(await row(db, junk)).toMatchObject({ state: 'spam', ended_at: monday.getTime() })

  const later = new Date(monday.getTime() + 3 * 86_400_000)
  expect(await move(junk, 'restore', later)).toMatchObject({ ok: true, to: 'submitted' })
  expect(await row(db, junk)).toMatchObject({
    ...{ state: 'submitted', ended_at: null, subject_confirmed_at: monday.getTime() },
    due_at: later.getTime() + 30 * 86_400_000,
  })
  expect(await findConfirmationCase(db, 'second', link, later)).toBeDefined()

  await move(junk, 'close-as-spam', later)
  await propose(db)
  expect(await consent(db)).toEqual({ ok: true })
  expect(await move(junk, 'restore', later)).toEqual({ ok: false, reason: 'other-open' })
})
