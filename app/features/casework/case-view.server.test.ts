import { describe, expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { forNominee } from '#features/nominations/details/nominee-words.ts'
import { nominee } from '#features/nominations/form-parts.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { makeStore, rightAnswers } from '#test/makers/cases.ts'
import { makeCase, makeCaseworker, moveAlong } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { ageRule, makeRulebook } from '#test/makers/rulebooks.ts'
import { listActions } from '#test/makers/staff.ts'
import { viewCase } from './case-view.ts'
import { holdCase } from './casework.server.ts'
import { addNote } from '#features/cases/operations.server.ts'
import { readCase } from './reading.server.ts'

async function view(db: Db, reference: string, role: 'editor' | 'admin' = 'admin') {
  const actor = await makeCaseworker(db, monday, { role })
  const read = await readCase(db, actor, reference, monday)
  if (!read) throw new Error(`${reference} is not there.`)
  return viewCase(read, await readSettings(db), role, monday)
}

describe('the page of a case', () => {
  test('shows everything that was submitted except the gender, and is one entry', async ({ db }) => {
    const store = makeStore()
    const pdf = {
      question: 'vitae',
      name: 'cv.pdf',
      mediaType: 'application/pdf',
      bytes: Buffer.from('%PDF'),
      store,
    }
    const reference = await makeCase(db, monday, {
      changes: { gender: 'female', forgotten: 'An answer of old' },
      files: [pdf],
    })

    const shown = await view(db, reference)
    const text = JSON.stringify(shown)

    for (const answer of [rightAnswers.fellow['statement'], 'An answer of old', 'cv.pdf', 'Far Institute'])
      expect(text).toContain(answer)
    expect(text).not.toMatch(/gender|female/i)
    expect(text).not.toMatch(/fileKey|file_key|sha256|token/)
    expect((await listActions(db)).filter((one) => one.endsWith('.read'))).toEqual(['case.read'])
  })

  test('shows the office the date of birth, and the forms say so', async ({ db }) => {
    const reference = await makeCase(db, monday, { changes: { birthDay: '1950-03-01' } })
    const { parts } = await view(db, reference, 'editor')
    expect(JSON.stringify(parts)).toContain('1 March 1950')

    for (const part of [nominee, forNominee(nominee)])
      expect(part.questions.find(({ name }) => name === 'birthDay')?.hint).toMatch(
        /^Besides you( and the nominee)?, only the Academy’s office can see it\. The office may show it/,
      )
  })

  test('offers the clauses that are not met at scrutiny as the reason to close a case', async ({ db }) => {
    await makeRulebook(db, monday, { rules: [ageRule, { ...ageRule, clause: '9', stage: 'decision' }] })
    const { moves } = await view(db, await makeCase(db, monday, { state: 'complete' }))
    const { given } = moves.find(({ move }) => move === 'propose-ineligible') ?? {}
    expect(given).toEqual({ rule: `4.2: “${ageRule.words}”` })
  })

  test('shows when something that was confirmed has changed by one character', async ({ db }) => {
    const reference = await makeCase(db, monday)
    const { id, answers, answers_hash } = await db
      .selectFrom('dossier')
      .select(['id', 'answers', 'answers_hash'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('confirmation')
      .values({
        ...{
          id: 'c',
          dossier_id: id,
          purpose: 'consent',
          name: 'Asha',
          email: 'a@example.org',
          token_hash: 'x',
        },
        ...{ asked_at: 1, expires_at: 2, answered_at: 3, answer: '{"willing":"yes"}' },
        ...{ wording: 'I am willing.', confirmed_hash: answers_hash },
      })
      .execute()
    expect(await view(db, reference)).toMatchObject({
      isUnchanged: true,
      confirmations: [{ isOfThisText: true }],
    })

    const changed = answers.replace('For light.', 'For light!')
    await db.updateTable('dossier').set({ answers: changed }).where('id', '=', id).execute()
    expect(await view(db, reference)).toMatchObject({
      isUnchanged: false,
      confirmations: [{ isOfThisText: false, wording: 'I am willing.', changed: [] }],
    })

    await db
      .insertInto('dossier_text')
      .values({ dossier_id: id, answers_hash, answers, replaced_at: 4 })
      .execute()
    expect(await view(db, reference)).toMatchObject({ confirmations: [{ changed: ['Proposed citation'] }] })
  })

  test('compares its numbers with the register, however they are written', async ({ db }) => {
    const person = {
      category: 'life',
      since: 1990,
      discipline: 'Physics',
      country: 'India',
      listed: false,
    } as const
    const fellow = { ...person, givenName: 'Ben', familyName: 'Sample', grade: 'fellow' } as const
    await enrolPerson(db, { ...fellow, memberNo: 'LM-1', fellowNo: 'F-7' }, monday)
    await enrolPerson(db, { ...person, givenName: 'Ravi', familyName: 'Kumar', memberNo: 'LM-0012' }, monday)
    const changes = { memberNo: 'lm12', proposerFellowNo: 'F7' }

    expect((await view(db, await makeCase(db, monday, { changes }))).doubts).toEqual([
      'In the register, lm12 belongs to Ravi Kumar, not to the nominee Dr Asha Sample.',
      'The seconder gave the fellow number F-8, which is not in the register.',
    ])
  })

  test('offers the moves of the table, each with its questions or why it is not open', async ({ db }) => {
    const reference = await makeCase(db, monday, { state: 'referred' })
    const { moves } = await view(db, reference, 'editor')

    expect(moves.map(({ label, refusal }) => [label, refusal])).toEqual([
      ['Record as recommended', 'Only an administrator can do this.'],
      ['Record as not recommended', 'Only an administrator can do this.'],
    ])
    expect((await view(db, reference)).moves.map(({ asks }) => asks.map(({ name }) => name))).toEqual([
      ['meeting', 'minute', 'votes'],
      ['meeting', 'minute', 'votes'],
    ])

    const toElect = await makeCase(db, monday, { state: 'recommended' })
    const elect = (await view(db, toElect)).moves.find(({ move }) => move === 'elect')
    expect(elect?.given).toEqual({ citation: 'For light.' })
  })

  test('shows the history with who, what and why', async ({ db }) => {
    const admin = await makeCaseworker(db, monday, { role: 'admin', name: 'Asha Verma' })
    const reference = await makeCase(db, monday, { state: 'complete' })
    await moveAlong(db, admin, reference, [['refer', { section: 'Physics' }]], monday)
    await addNote(db, admin, reference, '<b>A note</b>', monday)

    expect(await view(db, reference)).toMatchObject({
      history: [
        {
          ...{ label: 'Refer', from: 'Under scrutiny', to: 'Referred', by: 'Asha Verma' },
          facts: [{ label: 'Section or committee', text: 'Physics' }],
        },
      ],
      notes: [{ body: '<b>A note</b>', by: 'Asha Verma' }],
    })
  })

  test('finds other nominations of the same people with the same papers', async ({ db }) => {
    const first = await makeCase(db, monday, {
      changes: { email: 'ben@example.org', proposerEmail: 'p@example.org' },
    })
    const reference = await makeCase(db, monday)

    expect((await view(db, reference)).conflicts).toEqual([
      {
        kind: 'papers',
        sentence: `The proposer Prof. Ben Sample is the nominee of ${first}, which lists the same paper (10.1000/182).`,
      },
    ])
  })
})

test('a case is put on hold with a reason, and released again', async ({ db }) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const reference = await makeCase(db, monday)
  const hold = (wanted: { hold: boolean; reason: string }) => holdCase(db, admin, reference, wanted, monday)

  expect(await hold({ hold: true, reason: 'A court asked.' })).toMatchObject({ ok: true })
  expect(await hold({ hold: true, reason: 'Again' })).toEqual({ ok: false, reason: 'as-it-was' })
  expect((await view(db, reference)).hold).toEqual({ at: monday.getTime(), reason: 'A court asked.' })
  expect(await hold({ hold: false, reason: 'It is over.' })).toMatchObject({ ok: true })
  expect((await view(db, reference)).hold).toBeNull()
  expect(await holdCase(db, admin, 'FN-1', { hold: true, reason: 'x' }, monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
})
