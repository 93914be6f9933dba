import fc from 'fast-check'
import { expect } from 'vitest'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import { listFiles } from '#features/cases/confirmation-queries.server.ts'
import { checkForm } from '#features/forms/check.ts'
import type { Answers } from '#features/forms/questions.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import {
  caseOrigin as origin,
  changeAnswers,
  draftOf,
  makeFilledDraft,
  makeStore,
  openCalls,
  passerBy,
  reopen,
  tokenMailedTo,
} from '#test/makers/cases.ts'
import { monday, test } from '#test/harness/db.ts'
import { repeat } from '#test/harness/scale.ts'
import { answerAs, confirmAsProposer, fillInDetails } from '#test/makers/proposers.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { nominations } from './case-types.ts'
import { askForCorrections, declineToSecond } from './declining.server.ts'
import { detailsByNominee, hasNomineesDetails, isDetail, lacksDetails } from './details/details.ts'
import { moveNomination, submitNomination } from './operations.server.ts'
import { readShownHash } from './shown-nomination.server.ts'

/**
 * Nominations on random paths of people's answers and corrections. Nobody is emailed before the person before them has
 * answered, and scrutiny never starts with a text that someone has not seen.
 */

const steps = ['propose', 'consent', 'wish', 'second', 'decline', 'return'] as const
const corrections = [
  {},
  { citation: 'For light and colour.' },
  { birthDay: '1951-03-01' },
  { proposerPhone: '+91 532 7654321' },
  { seconderName: 'Prof. Emil Sample', seconderEmail: 'emil@example.org' },
  { firstName: 'Dina', email: 'dina@example.org' },
] as const

const change = fc
  .constantFrom(...corrections)
  .map((changes) => ({ act: 'correct' as const, changes: { ...changes } as Record<string, string> }))
const onward = fc.constantFrom('propose' as const, 'consent' as const, 'second' as const)
const step = fc.oneof(
  { weight: 4, arbitrary: onward.map((act) => ({ act })) },
  { weight: 2, arbitrary: fc.constantFrom(...steps).map((act) => ({ act })) },
  { weight: 2, arbitrary: change },
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

test(
  'whatever people answer and change, scrutiny starts with what each of them has seen',
  { timeout: 240_000 },
  async ({ db }) => {
    await openCalls(db, monday)
    await changeSettings(db, system, { mostPerProposer: 100 }, monday)
    const store = makeStore()
    const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
    let completed = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 6, maxLength: 20 }),
        fc.boolean(),
        async (path, isLeft) => {
          for (const table of ['form_draft', 'dossier', 'mail', 'throttle'] as const)
            await db.deleteFrom(table).execute()
          const choice = isLeft ? detailsByNominee : {}
          const token = await makeFilledDraft(db, 'fellow', monday, choice, store)
          await submitNomination(db, passerBy, origin, 'fellow', token, monday)
          for (const one of path) {
            await take(db, one, admin, store)
            completed += await expectSeen(db)
            await expectOrder(db)
          }
        },
      ),
      { seed: 19_941_204, numRuns: repeat({ short: 40, full: 400 }) },
    )
    expect(completed).toBeGreaterThan(10)
  },
)

/** Each person does it if they have a link for it. */
async function take(db: Db, one: Step, admin: ReturnType<typeof actorFor>, store: FileStore) {
  const { reference, nominee, seconder, proposer, said } = await current(db)
  switch (one.act) {
    case 'propose':
      return (await has(db, proposer, 'verify')) && confirmAsProposer(db, proposer, monday)
    case 'consent':
      if (!(await has(db, nominee, 'consent'))) return
      if (!lacksDetails(said)) return answerAs(db, 'consent', nominee, monday)
      expect(await answerAs(db, 'consent', nominee, monday)).toMatchObject({ reason: 'details-missing' })
      return expect(await fillInDetails(db, 'fellow', nominee, monday, { store })).toMatchObject({ ok: true })
    case 'wish':
      return (await has(db, nominee, 'consent')) && answerNo(db, 'consent', nominee)
    case 'second':
      return (await has(db, seconder, 'second')) && answerAs(db, 'second', seconder, monday)
    case 'decline':
      return (await has(db, seconder, 'second')) && answerNo(db, 'second', seconder)
    case 'return': {
      const facts = { reason: 'Name it.', due: '1995-02-01' }
      return moveNomination(db, admin, origin, { reference, move: 'return', by: 'admin', facts }, monday)
    }
    case 'correct':
      return (await has(db, proposer, 'correct')) && correct(db, proposer, one.changes)
  }
}

async function current(db: Db) {
  const row = await db.selectFrom('dossier').selectAll().executeTakeFirstOrThrow()
  const answers = fromJson<Record<string, string>>(row.answers)
  const [nominee = '', seconder = '', proposer = ''] = ['email', 'seconderEmail', 'proposerEmail'].map(
    (name) => answers[name],
  )
  return { ...row, nominee, seconder, proposer, said: answers as Answers }
}

/** Whether the newest letter to someone is a working link of this purpose. */
function has(db: Db, email: string, purpose: 'verify' | 'consent' | 'second' | 'correct') {
  return db
    .selectFrom('confirmation')
    .select('id')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
    .then((found) => found !== undefined)
}

async function answerNo(db: Db, purpose: 'consent' | 'second', email: string) {
  const token = await tokenMailedTo(db, email)
  const confirmedHash = (await findConfirmationCase(db, purpose, token, monday))?.caseRow.answers_hash ?? ''
  const common = { wording: 'No.', confirmedHash }
  return purpose === 'consent'
    ? askForCorrections(db, passerBy, origin, token, { ...common, answer: { corrections: 'It.' } }, monday)
    : declineToSecond(db, passerBy, origin, token, { ...common, answer: { declined: 'declines' } }, monday)
}

async function correct(db: Db, proposer: string, changes: Record<string, string>) {
  const reopened = await reopen(db, 'correct', await tokenMailedTo(db, proposer), monday)
  if (!reopened.ok) return
  if (hasNomineesDetails((await current(db)).said)) await expectNoDetails(db, reopened.token)
  await changeAnswers(db, 'fellow', reopened.token, changes, monday)
  const again = await submitNomination(db, passerBy, origin, 'fellow', reopened.token, monday)
  expect(again).toMatchObject({ ok: true })
}

/** The proposer gets nothing that the nominee filled in. */
async function expectNoDetails(db: Db, token: string) {
  const { answers, files } = await draftOf(db, 'fellow', token, monday)
  const names = [...Object.keys(answers), ...files.map(({ question }) => question)]
  expect(names.filter(isDetail)).toEqual([])
}

/** Returns how many nominations are complete: one or none. */
async function expectSeen(db: Db): Promise<number> {
  const { nominee, seconder, said, ...row } = await current(db)
  if (row.state !== 'complete') return 0
  const form = nominations.fellow.formFor(await readSettings(db), said)
  expect(checkForm(form, said, await listFiles(db, row.id), '1995-01-02', nominations.fellow.rules)).toEqual(
    {},
  )
  expect(lacksDetails(said)).toBe(false)
  expect([row.sender_confirmed_at, row.subject_confirmed_at]).not.toContain(null)
  for (const [purpose, email] of [
    ['consent', nominee],
    ['second', seconder],
  ] as const) {
    const last = await db
      .selectFrom('confirmation')
      .select(['seen_hash', 'answer'])
      .where('purpose', '=', purpose)
      .where('email', '=', email)
      .where('answered_at', 'is not', null)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(last?.seen_hash, purpose).toBe(await readShownHash(db, purpose, row))
    expect(last?.answer, purpose).not.toMatch(/declined|corrections/)
  }
  return 1
}

/** The first letter to each came after the one to the person before. */
async function expectOrder(db: Db) {
  const letters = await db.selectFrom('mail').select('kind').orderBy('id').execute()
  const first = (kind: string) => letters.findIndex((one) => one.kind === `nomination.${kind}`)
  const [received, consent, second] = ['received', 'consent', 'second'].map(first) as [number, number, number]
  if (consent >= 0) expect(received).toBeLessThan(consent)
  if (second >= 0) expect([consent >= 0, consent < second]).toEqual([true, true])
}
