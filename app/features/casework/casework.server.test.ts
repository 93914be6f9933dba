import { describe, expect } from 'vitest'
import { changeSettings } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { system, type StaffActor } from '#features/audit/actor.ts'
import { caseOrigin as origin, makeStore } from '#test/makers/cases.ts'
import { makeCase, makeCaseworker, moveAlong } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import { viewCase } from './case-view.ts'
import { readCaseDesk } from './desk.server.ts'
import { assignCases, moveCases } from './bulk-moves.server.ts'
import { holdCase, moveCase } from './casework.server.ts'
import { assignCase } from '#features/cases/operations.server.ts'
import { readCase, readCaseFile } from './reading.server.ts'
import { countCycle } from './statistics/statistics.server.ts'

const day = 86_400_000
const after = (days: number) => new Date(monday.getTime() + days * day)

test('assigning several cases names those that stay as they are', async ({ db }) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin', email: 'me@example.org' })
  const good = await makeCase(db, monday)
  const mine = await makeCase(db, monday, { changes: { seconderEmail: 'me@example.org' } })

  expect(await assignCases(db, admin, [mine, good], admin.id, monday)).toEqual({
    moved: 1,
    left: [{ reference: mine, sentence: 'This case does not exist.' }],
  })
  expect((await readCase(db, admin, good, monday))?.caseRow.assigned_to).toBe(admin.id)
})

test('an assignment returns what it replaced, also if a colleague has just assigned the case', async ({
  db,
}) => {
  const editor = await makeCaseworker(db, monday)
  const colleague = await makeCaseworker(db, monday)
  const reference = await makeCase(db, monday)
  const assign = (to: string | null) => assignCase(db, editor, reference, { to }, monday)

  expect(await assign(colleague.id)).toMatchObject({ ok: true, before: null })
  expect(await assign(editor.id)).toMatchObject({ ok: true, before: colleague.id })
})

test('Undo of an assignment is refused once someone else has assigned the case', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
  const colleague = await makeCaseworker(db, monday)
  const reference = await makeCase(db, monday)
  const assign = (to: string | null, shownHash?: string) =>
    assignCase(db, editor, reference, { to, shownHash }, monday)
  const mine = await assign(editor.id)
  const theirs = await assign(colleague.id)
  if (!mine.ok || !theirs.ok) throw new Error('The case was not assigned.')

  expect(await assign(mine.before, mine.shownHash)).toEqual({ ok: false, reason: 'conflict' })
  expect((await readCase(db, editor, reference, monday))?.caseRow.assigned_to).toBe(colleague.id)
  expect(await assign(theirs.before, theirs.shownHash)).toMatchObject({ ok: true })
})

test('releasing a hold returns the reason that it had', async ({ db }) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const reference = await makeCase(db, monday)
  await holdCase(db, admin, reference, { hold: true, reason: 'A court asked.' }, monday)

  expect(await holdCase(db, admin, reference, { hold: false, reason: 'It is over.' }, monday)).toMatchObject({
    ...{ ok: true, before: 'A court asked.' },
  })
})

test('Undo of a hold is refused once someone else has changed it', async ({ db }) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const reference = await makeCase(db, monday)
  const hold = async (hold: boolean, reason: string) => {
    const outcome = await holdCase(db, admin, reference, { hold, reason }, monday)
    if (!outcome.ok) throw new Error(outcome.reason)
    const { before, shownHash } = outcome
    const undoing = { hold: !hold, reason: before ?? 'Undone right away', shownHash }
    return () => holdCase(db, admin, reference, undoing, monday)
  }
  const undoMine = await hold(true, 'A court asked.')
  await hold(false, 'It is over.')
  const undoTheirs = await hold(true, 'An audit asked.')

  expect(await undoMine()).toEqual({ ok: false, reason: 'conflict' })
  expect((await readCase(db, admin, reference, monday))?.caseRow.hold_reason).toBe('An audit asked.')
  expect(await undoTheirs()).toMatchObject({ ok: true })
})

describe('a move', () => {
  test('returns the version that it made, so that Undo never reverts the next one', async ({ db }) => {
    const editor = await makeCaseworker(db, monday)
    const admin = await makeCaseworker(db, monday, { role: 'admin' })
    const reference = await makeCase(db, monday, { state: 'complete' })
    const move = (actor: StaffActor, name: string, seen: number, typed = {}) =>
      moveCase(db, actor, origin, { reference, move: name, typed, seen }, monday)

    const first = await move(editor, 'refer', 1, { section: 'Physics' })
    expect(first).toEqual({ ok: true, to: 'referred', version: 2 })
    expect(await move(admin, 'recommend', 2, { meeting: 'Council' })).toMatchObject({ ok: true })
    const undo = first.ok ? await move(editor, 'close-as-spam', first.version) : first
    expect(undo).toEqual({ ok: false, reason: 'seen-old' })
  })

  test('by an editor must follow the table, and its facts their rules', async ({ db }) => {
    const editor = await makeCaseworker(db, monday)
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
    expect(await move('refer', { section: 'Physics' })).toMatchObject({ ok: true, to: 'referred' })
    expect(await move('recommend', { meeting: 'Council' })).toEqual({ ok: false, reason: 'seen-old' })
  })

  test('accepts a day as the field tells people to write it', async ({ db }) => {
    const admin = await makeCaseworker(db, monday, { role: 'admin' })
    for (const electedOn of ['2 1 1995', '2 January 1995', '1995-01-02']) {
      const reference = await makeCase(db, monday, { state: 'recommended' })
      const typed = { meeting: 'Council', electedOn, citation: 'For light.' }
      expect(
        await moveCase(db, admin, origin, { reference, move: 'elect', typed, released: {} }, monday),
      ).toMatchObject({
        ok: true,
      })
      const read = await readCase(db, admin, reference, monday)
      const [moved] = viewCase(read!, await readSettings(db), 'admin', monday).history
      expect(moved?.facts).toContainEqual({ label: 'Day of election', text: '2 January 1995' })
    }
  })

  test('made by two people on the same version counts once', async ({ db }) => {
    const [one, two] = [
      await makeCaseworker(db, monday, { role: 'admin' }),
      await makeCaseworker(db, monday, { role: 'admin' }),
    ]
    const reference = await makeCase(db, monday, { state: 'ineligible_proposed' })
    const moving = { reference, typed: {}, seen: 1, released: {} }
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
      const admin = await makeCaseworker(db, monday, { role: 'admin', email: 'me@example.org' })
      const experts = [
        { name: 'Me', email: 'ME@example.org', institution: 'Far', field: 'x', relation: 'None' },
      ]
      const changes = field === 'expert' ? { experts } : { [field]: 'Me@Example.org' }
      const reference = await makeCase(db, monday, { state: 'complete', changes })

      expect(
        await moveCase(db, admin, origin, { reference, move: 'refer', typed: { section: 'x' } }, monday),
      ).toEqual({ ok: false, reason: 'not-found' })
      expect(await readCase(db, admin, reference, monday)).toBeUndefined()
      const other = await makeCaseworker(db, monday, { role: 'admin' })
      const read = await readCase(db, other, reference, monday)
      expect(read?.conflicts.map(({ kind }) => kind)).toEqual(['staff'])
    },
  )

  test('of several cases reports why any of them stayed', async ({ db }) => {
    const admin = await makeCaseworker(db, monday, { role: 'admin', email: 'me@example.org' })
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

  test('of several cases is taken back if one of them fails', async ({ db }) => {
    const editor = await makeCaseworker(db, monday)
    const reference = await makeCase(db, monday, { state: 'complete' })
    const failing = {
      get reference(): string {
        throw new Error('The disk is full.')
      },
      seen: 1,
    }
    const refer = { move: 'refer', typed: { section: 'Physics' } }
    const moving = moveCases(db, editor, origin, [{ reference, seen: 1 }, failing], refer, monday)

    await expect(moving).rejects.toThrow('The disk is full.')
    const { caseRow } = (await readCase(db, editor, reference, monday))!
    expect(caseRow.state).toBe('complete')
  })
})

test('a file can be opened only through its own case, each time with an entry', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
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

test('a dashboard shows how many wait for whom, since when and what falls due, and names nobody', async ({
  db,
}) => {
  const editor = await makeCaseworker(db, monday)
  const waiting = await makeCase(db, after(-10), { state: 'complete' })
  await makeCase(db, monday, { state: 'referred' })
  const due = await makeCase(db, after(-20))
  await assignCase(db, editor, waiting, { to: editor.id }, monday)

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
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
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
