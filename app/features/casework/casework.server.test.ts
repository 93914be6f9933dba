import { describe, expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { system } from '#features/audit/actor.ts'
import { caseOrigin as origin, makeStore, rightAnswers } from '#test/makers/cases.ts'
import { makeManyCases } from '#test/bench/case-rows.ts'
import { makeCase, makeWorker, moveAlong } from '#test/makers/casework.ts'
import { countStatements } from '#test/harness/count-statements.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import { viewCase } from './case-view.ts'
import { readCaseDesk } from './desk.server.ts'
import { holdCase, moveCase, moveCases } from './casework.server.ts'
import { addNote, assignCase } from '#features/cases/operations.server.ts'
import { readCase, readCaseFile, readCaseList } from './reading.server.ts'
import { countCycle } from './statistics.server.ts'

const all = { page: 1, dir: 'asc' } as const
const day = 86_400_000
const after = (days: number) => new Date(monday.getTime() + days * day)

describe('the list', () => {
  test('shows open cases, the longest-waiting first, and each reading is one entry', async ({ db }) => {
    const editor = await makeWorker(db, monday)
    const second = await makeCase(db, after(1))
    const first = await makeCase(db, monday, { process: 'membership' })
    await makeCase(db, monday, { state: 'withdrawn' })

    const { cases, total, queues, cycles } = await readCaseList(db, editor, all, after(2))

    expect(cases.map(({ reference }) => reference)).toEqual([first, second])
    expect([total, cycles]).toEqual([2, ['1995']])
    expect(queues).toEqual([
      { process: 'fellow', state: 'submitted', count: 1, oldestAt: after(1).getTime() },
      { process: 'membership', state: 'submitted', count: 1, oldestAt: monday.getTime() },
    ])
    expect((await listActions(db)).filter((one) => one.endsWith('.read'))).toEqual(['case-list.read'])
  })

  test('is filtered by whom it waits for, assignee, cycle, discipline, name and reference', async ({
    db,
  }) => {
    const editor = await makeWorker(db, monday)
    const mine = await makeCase(db, monday, { state: 'complete', cycle: '1994' })
    const other = await makeCase(db, monday, {
      process: 'membership',
      state: 'payment_ok',
      changes: { lastName: 'Ödegård', discipline: 'Chemistry' },
    })
    await assignCase(db, editor, mine, editor.id, monday)
    const found = async (query: object) => {
      const { cases } = await readCaseList(db, editor, { ...all, ...query }, monday)
      return cases.map(({ reference }) => reference)
    }

    expect(await found({ waits: 'office' })).toEqual([mine])
    expect(await found({ waits: 'administrator' })).toEqual([other])
    expect(await found({ waits: 'people' })).toEqual([])
    expect(await found({ assigned: 'me' })).toEqual([mine])
    expect(await found({ assigned: 'nobody' })).toEqual([other])
    expect(await found({ assigned: 'somebody' })).toEqual([mine])
    expect(await found({ cycle: '1994' })).toEqual([mine])
    expect(await found({ discipline: 'Chemistry' })).toEqual([other])
    expect(await found({ process: 'membership', state: 'payment_ok' })).toEqual([other])
    expect(await found({ q: 'Ödegård' })).toEqual([other])
    expect(await found({ q: mine.slice(0, 7).toLowerCase() })).toEqual([mine])
    expect(await found({ q: '%' })).toEqual([])
    expect(await found({ state: 'ended' })).toEqual([])
  })

  test('and the statistics of a cycle need as few queries for many cases as for few', async ({ db }) => {
    const editor = await makeWorker(db, monday)
    const { db: counted, counts } = countStatements(db)
    const work = [
      () => readCaseList(counted, editor, { ...all, waits: 'office' }, monday),
      () => readCaseList(counted, editor, { ...all, q: 'Number 77' }, monday),
      () => countCycle(counted, 'fellow', '1992'),
    ]
    const countAll = async () => {
      counts.statements = 0
      for (const one of work) await one()
      return counts.statements
    }

    await makeManyCases(db, 60, monday)
    const ofFew = await countAll()
    await makeManyCases(db, 600, monday, 60)

    expect(await countAll()).toBeLessThanOrEqual(ofFew + 2)
    expect(ofFew).toBeLessThan(40)
  })
})

describe('a move', () => {
  test('by an editor must follow the table, and its facts their rules', async ({ db }) => {
    const editor = await makeWorker(db, monday)
    const reference = await makeCase(db, monday, { state: 'complete' })
    const move = (name: string, typed = {}) =>
      moveCase(db, editor, origin, { reference, move: name, typed, seen: 1 }, monday)

    expect(await move('elect')).toEqual({ ok: false, reason: 'wrong-state' })
    expect(await move('withdraw')).toEqual({ ok: false, reason: 'for-others' })
    expect(await move('constructor')).toEqual({ ok: false, reason: 'wrong-state' })
    expect(await move('return', { reason: ' ', due: '1995-01-01' })).toEqual({
      ok: false,
      reason: 'faulty',
      faults: {
        reason: 'What needs correcting: this field is required.',
        due: 'Answer due by: enter a date after today.',
      },
    })
    expect(await move('refer', { section: 'Physics' })).toEqual({ ok: true, to: 'referred' })
    expect(await move('recommend', { meeting: 'Council' })).toEqual({ ok: false, reason: 'seen-old' })
  })

  test('accepts a day as the field tells people to write it', async ({ db }) => {
    const admin = await makeWorker(db, monday, { role: 'admin' })
    for (const electedOn of ['2 1 1995', '2 January 1995', '1995-01-02']) {
      const reference = await makeCase(db, monday, { state: 'recommended' })
      const typed = { meeting: 'Council', electedOn, citation: 'For light.' }
      expect(await moveCase(db, admin, origin, { reference, move: 'elect', typed }, monday)).toMatchObject({
        ok: true,
      })
      const read = await readCase(db, admin, reference, monday)
      const [moved] = viewCase(read!, await readSettings(db), 'admin', monday).history
      expect(moved?.facts).toContainEqual({ label: 'Day of election', text: '2 January 1995' })
    }
  })

  test('made by two people on the same version counts once', async ({ db }) => {
    const [one, two] = [
      await makeWorker(db, monday, { role: 'admin' }),
      await makeWorker(db, monday, { role: 'admin' }),
    ]
    const reference = await makeCase(db, monday, { state: 'ineligible_proposed' })
    const moving = { reference, typed: {}, seen: 1 }
    const outcomes = await Promise.all([
      moveCase(db, one, origin, { ...moving, move: 'confirm-ineligible' }, monday),
      moveCase(db, two, origin, { ...moving, move: 'keep-eligible' }, monday),
    ])

    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([{ ok: false, reason: 'seen-old' }])
  })

  test.for(['proposerEmail', 'seconderEmail', 'email', 'otherEmail', 'expert'])(
    'cannot be made by the %s of the case, who does not find it',
    async (field, { db }) => {
      const admin = await makeWorker(db, monday, { role: 'admin', email: 'me@example.org' })
      const experts = [
        { name: 'Me', email: 'ME@example.org', institution: 'Far', field: 'x', relation: 'None' },
      ]
      const changes = field === 'expert' ? { experts } : { [field]: 'Me@Example.org' }
      const reference = await makeCase(db, monday, { state: 'complete', changes })

      expect(
        await moveCase(db, admin, origin, { reference, move: 'refer', typed: { section: 'x' } }, monday),
      ).toEqual({ ok: false, reason: 'not-found' })
      expect(await readCase(db, admin, reference, monday)).toBeUndefined()
      const other = await makeWorker(db, monday, { role: 'admin' })
      const read = await readCase(db, other, reference, monday)
      expect(read?.conflicts.map(({ kind }) => kind)).toEqual(['staff'])
    },
  )

  test('of several cases reports why any of them stayed', async ({ db }) => {
    const admin = await makeWorker(db, monday, { role: 'admin', email: 'me@example.org' })
    const good = await makeCase(db, monday, { state: 'complete' })
    const mine = await makeCase(db, monday, {
      state: 'complete',
      changes: { seconderEmail: 'me@example.org' },
    })
    const elsewhere = await makeCase(db, monday, { state: 'referred' })
    const lines = [good, mine, elsewhere, 'FN-1995-9999'].map((reference) => ({ reference, seen: 1 }))

    const refer = { move: 'refer', typed: { section: 'Physics' } }
    expect(
      await moveCases(db, admin, origin, [...lines, { reference: good, seen: 1 }], refer, monday),
    ).toEqual({
      moved: 1,
      left: [
        {
          reference: mine,
          sentence: 'This case does not exist.',
        },
        {
          reference: elsewhere,
          sentence: 'Someone else changed this case. Check its current status, then try again.',
        },
        { reference: 'FN-1995-9999', sentence: 'This case does not exist.' },
        {
          reference: good,
          sentence:
            'Someone else changed this case since you opened it. Check its current status, then try again.',
        },
      ],
    })
  })
})

async function view(db: Db, reference: string, role: 'editor' | 'admin' = 'admin') {
  const actor = await makeWorker(db, monday, { role })
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
      ['Record: recommended', 'Only an administrator can do this.'],
      ['Record: not recommended', 'Only an administrator can do this.'],
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
    const admin = await makeWorker(db, monday, { role: 'admin', name: 'Asha Verma' })
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
        sentence: `The proposer Prof. Ben Sample is the nominee of ${first}, which names the paper 10.1000/182 as this one does.`,
      },
    ])
  })
})

test('a file can be opened only through its own case, each time with an entry', async ({ db }) => {
  const editor = await makeWorker(db, monday)
  const store = makeStore()
  const file = { question: 'vitae', name: 'cv.pdf', mediaType: 'application/pdf', store }
  const [one, two] = [
    await makeCase(db, monday, { files: [{ ...file, bytes: Buffer.from('the first') }] }),
    await makeCase(db, monday, { files: [{ ...file, bytes: Buffer.from('the second') }] }),
  ]
  const { id } = await db
    .selectFrom('attachment')
    .innerJoin('dossier', 'dossier.id', 'dossier_id')
    .select('attachment.id')
    .where('reference', '=', one)
    .executeTakeFirstOrThrow()

  expect((await readCaseFile(db, editor, store, one, id, monday))?.bytes.toString()).toBe('the first')
  expect(await readCaseFile(db, editor, store, two, id, monday)).toBeUndefined()
  expect(await readCaseFile(db, editor, store, one, 'x', monday)).toBeUndefined()
  expect((await listActions(db)).filter((action) => action.endsWith('.read'))).toEqual(['case-file.read'])
})

test('a case is put on hold with a reason, and released again', async ({ db }) => {
  const admin = await makeWorker(db, monday, { role: 'admin' })
  const reference = await makeCase(db, monday)

  expect(await holdCase(db, admin, reference, true, 'A court asked.', monday)).toEqual({ ok: true })
  expect(await holdCase(db, admin, reference, true, 'Again', monday)).toEqual({
    ok: false,
    reason: 'as-it-was',
  })
  expect((await view(db, reference)).hold).toEqual({ at: monday.getTime(), reason: 'A court asked.' })
  expect(await holdCase(db, admin, reference, false, 'It is over.', monday)).toEqual({ ok: true })
  expect((await view(db, reference)).hold).toBeNull()
  expect(await holdCase(db, admin, 'FN-1', true, 'x', monday)).toEqual({ ok: false, reason: 'not-found' })
})

test('a dashboard shows how many wait for whom, since when and what falls due, and names nobody', async ({
  db,
}) => {
  const editor = await makeWorker(db, monday)
  const waiting = await makeCase(db, after(-10), { state: 'complete' })
  await makeCase(db, monday, { state: 'referred' })
  const due = await makeCase(db, after(-20))
  await assignCase(db, editor, waiting, editor.id, monday)

  const desk = await readCaseDesk(db, editor, monday)

  expect(desk).toMatchObject({
    queues: [{ process: 'fellow', state: 'complete', count: 1, oldestAt: after(-10).getTime() }],
    mine: { count: 1, oldestAt: after(-10).getTime() },
    due: { total: 1, lines: [{ reference: due, dueAt: after(10).getTime() }] },
  })
  expect(desk.submissions.at(-1)).toEqual({ label: '1995-01', value: 1 })
  expect(JSON.stringify(desk)).not.toContain('Sample')
  const states = (await readCaseDesk(db, { ...editor, role: 'admin' }, monday)).queues.map(
    ({ state }) => state,
  )
  expect(states).toEqual(['complete', 'referred'])
})

test('the statistics of a cycle count cases, outcomes and how long they took', async ({ db }) => {
  const admin = await makeWorker(db, monday, { role: 'admin' })
  await changeSettings(db, system, { capFellows: 500 }, monday)
  for (const gender of ['female', 'female', 'female', 'male', 'male', 'male'])
    await makeCase(db, monday, { changes: { gender } })
  const decided = await makeCase(db, monday, { state: 'recommended', changes: { discipline: 'Chemistry' } })
  await moveAlong(db, admin, decided, [['not-elect', { meeting: 'Council' }]], after(10))
  await makeCase(db, monday, { cycle: '1996' })

  expect(await countCycle(db, 'fellow', '1995')).toMatchObject({
    received: 7,
    decided: 1,
    medianDays: 10,
    disciplines: [
      { discipline: 'Chemistry', count: 1 },
      { discipline: 'Physics', count: 6 },
    ],
    // A single person without an answer is hidden, and with them the next, because the total is shown.
    genders: [
      { name: 'female', count: null },
      { name: 'male', count: 3 },
      { name: 'unsaid', count: null },
    ],
    months: [{ label: '1995-01', value: 7 }],
  })
})
