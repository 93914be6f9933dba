import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { saveEntry } from '#features/content/entry/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeDraft } from '#test/makers/content.ts'
import { openLetters } from '#test/makers/letters.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { moveSeveral } from './bulk.server.ts'
import { readReviewDesk } from './desk-queries.server.ts'
import { entryReviewTasks } from './desk-tasks.ts'
import { assignReviewer, moveReviewed } from './operations.server.ts'
import { readReview } from './queries.server.ts'

const origin = 'https://iaps.example'
const later = (minutes: number) => new Date(monday.getTime() + minutes * 60_000)

async function makeColleagues(db: Db) {
  const meera = await makeStaff(db, monday, { role: 'editor', name: 'Meera Rao', email: 'meera@x.example' })
  const asha = await makeStaff(db, monday, { role: 'admin', name: 'Asha Iyer', email: 'asha@x.example' })
  const ravi = await makeStaff(db, monday, { role: 'admin', name: 'Ravi Das', email: 'ravi@x.example' })
  await makeStaff(db, monday, { role: 'admin', name: 'Gone', email: 'gone@x.example', state: 'disabled' })
  return { meera: staffActor(meera), asha: staffActor(asha), ravi: staffActor(ravi) }
}

function staffActor(person: Parameters<typeof actorFor>[0]) {
  const actor = actorFor(person)
  if (actor.kind !== 'staff') throw new Error('not staff')
  return actor
}

async function lettersOf(db: Db) {
  return (await openLetters(db)).map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted()
}

test('a request without a reviewer goes to all administrators, with its note and a link', async ({ db }) => {
  const { meera } = await makeColleagues(db)
  const draft = await makeDraft(db, meera, monday)
  const requested = { ...draft, move: 'submit', note: 'Please check the year.' } as const

  expect(await moveReviewed(db, meera, requested, origin, monday)).toMatchObject({
    ok: true,
    emailed: ['Asha Iyer', 'Ravi Das'],
    before: 'draft',
  })
  expect(await lettersOf(db)).toEqual([
    'entry-review.requested asha@x.example',
    'entry-review.requested ravi@x.example',
  ])
  const [letter] = await openLetters(db, 'asha@x.example')
  expect(letter?.body_text).toContain('Meera Rao asks you to review the award “Golden Lamp”.')
  expect(letter?.body_text).toContain('They wrote: “Please check the year.”')
  expect(letter?.body_text).toContain(`${origin}/editor/entries/${draft.id}`)
})

test('an assigned reviewer alone is emailed and finds it on their desk', async ({ db }) => {
  const { meera, asha, ravi } = await makeColleagues(db)
  const draft = await makeDraft(db, meera, monday)

  await moveReviewed(db, meera, { ...draft, move: 'submit', reviewer: ravi.id }, origin, monday)

  expect(await lettersOf(db)).toEqual(['entry-review.requested ravi@x.example'])
  expect(entryReviewTasks(await readReviewDesk(db, asha.id, monday))).toEqual([])
  expect(entryReviewTasks(await readReviewDesk(db, ravi.id, monday))).toMatchObject([
    { title: 'Golden Lamp', meta: 'Assigned to you for review by Meera Rao: award' },
  ])
})

test('nobody reviews their own entry, and no editor who may not publish', async ({ db }) => {
  const { meera, asha } = await makeColleagues(db)
  const other = await makeStaff(db, monday, { role: 'editor' })
  const draft = await makeDraft(db, asha, monday)
  const refused = { ok: false, reason: 'no-such-reviewer' }

  for (const reviewer of [asha.id, other.id, meera.id])
    expect(await moveReviewed(db, asha, { ...draft, move: 'submit', reviewer }, origin, monday)).toEqual(
      refused,
    )
})

test('the author is emailed when it is returned and when it is approved, with the notes', async ({ db }) => {
  const { meera, asha } = await makeColleagues(db)
  const draft = await makeDraft(db, meera, monday)
  const move = (actor: typeof asha, step: 'submit' | 'withdraw' | 'publish', note: string, minutes: number) =>
    moveReviewed(db, actor, { ...draft, move: step, note }, origin, later(minutes))

  await move(meera, 'submit', 'Ready.', 0)
  expect(await move(asha, 'withdraw', 'The year is wrong.', 1)).toMatchObject({
    ok: true,
    emailed: ['Meera Rao'],
  })
  expect(entryReviewTasks(await readReviewDesk(db, meera.id, later(2)))).toMatchObject([
    { title: 'Golden Lamp', meta: 'Asha Iyer asks you to change this. Open it to read the note.' },
  ])
  await move(meera, 'submit', 'Corrected.', 3)
  await move(asha, 'publish', 'Thank you.', 4)

  const [returned, approved] = await openLetters(db, 'meera@x.example')
  expect(returned?.body_text).toContain('They wrote: “The year is wrong.”')
  expect(approved?.body_text).toContain('Visitors can see it now.')
  expect(entryReviewTasks(await readReviewDesk(db, meera.id, later(5)))).toMatchObject([
    { meta: 'Approved by Asha Iyer' },
  ])
  expect(entryReviewTasks(await readReviewDesk(db, meera.id, later(8 * 24 * 60)))).toEqual([])
  const { notes } = await readReview(db, { id: draft.id, state: 'published' }, meera.id, false)
  expect(notes.map(({ kind, by, note }) => [kind, by, note])).toEqual([
    ['approved', 'Asha Iyer', 'Thank you.'],
    ['requested', 'Meera Rao', 'Corrected.'],
    ['returned', 'Asha Iyer', 'The year is wrong.'],
    ['requested', 'Meera Rao', 'Ready.'],
  ])
})

const removed = [
  ['bin', 'draft', 'Asha Iyer deleted this', 'Asha Iyer deleted the award “Golden Lamp”'],
  ['archive', 'live', 'Asha Iyer unpublished this', 'Asha Iyer unpublished the award “Golden Lamp”'],
  [
    'discard',
    'live',
    'Asha Iyer discarded your changes',
    'Asha Iyer discarded your changes to the award “Golden Lamp”',
  ],
] as const

test.for(removed)(
  'the author learns of %s of a submitted %s, by letter and on the desk',
  async ([move, from, onDesk, inLetter], { db }) => {
    const { meera, asha } = await makeColleagues(db)
    const draft = from === 'live' ? await makeChanged(db, asha) : await makeDraft(db, meera, monday)
    await moveReviewed(db, meera, { ...draft, move: 'submit' }, origin, monday)

    const ended = await moveReviewed(db, asha, { ...draft, move, note: 'It is a double.' }, origin, later(1))

    expect(ended).toMatchObject({ ok: true, emailed: ['Meera Rao'] })
    const [letter] = await openLetters(db, 'meera@x.example')
    expect(letter?.body_text).toContain(`${inLetter}, which you submitted for review.`)
    expect(letter?.body_text).toContain('They wrote: “It is a double.”')
    const tasks = async (at: Date) => entryReviewTasks(await readReviewDesk(db, meera.id, at))
    expect(await tasks(later(2))).toMatchObject([
      { title: 'Golden Lamp', meta: expect.stringContaining(onDesk) as string },
    ])
    expect(await tasks(later(8 * 24 * 60))).toEqual([])
    const { notes } = await readReview(db, { id: draft.id, state: 'binned' }, meera.id, false)
    expect(notes[0]).toMatchObject({ kind: 'noted', by: 'Asha Iyer', note: 'It is a double.' })
  },
)

/** A published entry with changes that are not. */
async function makeChanged(db: Db, by: Awaited<ReturnType<typeof makeColleagues>>['asha']) {
  const { id, version } = await makeDraft(db, by, monday)
  await moveReviewed(db, by, { id, version, move: 'publish' }, origin, monday)
  const data = { title: 'Golden Lamp', shortTitle: 'Golden lamp' }
  const saved = await saveEntry(db, by, { id, base: version, data }, monday)
  if (!saved.ok) throw new Error(saved.reason)
  return { id, version: version + 1 }
}

test('a submitted entry that was deleted and restored is a draft for its author', async ({ db }) => {
  const { meera, asha } = await makeColleagues(db)
  const draft = await makeDraft(db, meera, monday)
  for (const [actor, move] of [
    [meera, 'submit'],
    [asha, 'bin'],
    [asha, 'restore'],
  ] as const)
    await moveReviewed(db, actor, { ...draft, move, note: 'Why.' }, origin, monday)

  expect(entryReviewTasks(await readReviewDesk(db, meera.id, later(1)))).toMatchObject([
    { meta: 'Asha Iyer asks you to change this. Open it to read the note.' },
  ])
})

test.for(['withdraw', 'bin', 'archive'] as const)(
  'several entries of colleagues need a note to %s',
  async (move, { db }) => {
    const { meera, asha } = await makeColleagues(db)
    const { id, version } = await makeChanged(db, asha)
    await moveReviewed(db, meera, { id, version, move: 'submit' }, origin, monday)
    const several = (note?: string) =>
      moveSeveral(db, asha, [`${id}_${version}`], { move, note }, origin, monday)

    expect(await several()).toEqual({ moved: 0, refused: [{ title: 'Golden Lamp', reason: 'no-note' }] })
    expect(await several('Not yet.')).toMatchObject({ moved: 1 })
  },
)

test('someone who withdraws their own request emails nobody', async ({ db }) => {
  const { meera, asha } = await makeColleagues(db)
  const draft = await makeDraft(db, meera, monday)
  await moveReviewed(db, meera, { ...draft, move: 'submit', reviewer: asha.id }, origin, monday)

  const outcome = await moveReviewed(db, meera, { ...draft, move: 'withdraw' }, origin, later(1))

  expect(outcome).toMatchObject({ ok: true, emailed: [] })
  expect(entryReviewTasks(await readReviewDesk(db, asha.id, later(1)))).toEqual([])
})

test('nobody returns what a colleague submitted without a note', async ({ db }) => {
  const { meera, asha } = await makeColleagues(db)
  const draft = await makeDraft(db, meera, monday)
  await moveReviewed(db, meera, { ...draft, move: 'submit' }, origin, monday)
  for (const note of [undefined, ''])
    expect(await moveReviewed(db, asha, { ...draft, move: 'withdraw', note }, origin, monday)).toEqual({
      ...{ ok: false, reason: 'no-note' },
    })
  expect((await readReview(db, { id: draft.id, state: 'in_review' }, asha.id, false)).current).toMatchObject({
    ...{ requesterName: 'Meera Rao', outcome: null },
  })
})

test('undoing a return leaves the request its author’s', async ({ db }) => {
  const { meera, asha } = await makeColleagues(db)
  const draft = await makeDraft(db, meera, monday)
  for (const [actor, move] of [
    [meera, 'submit'],
    [asha, 'withdraw'],
    [asha, 'submit'],
  ] as const)
    await moveReviewed(db, actor, { ...draft, move, note: 'The year is wrong.' }, origin, monday)

  const { current } = await readReview(db, { id: draft.id, state: 'in_review' }, asha.id, false)
  expect(current).toMatchObject({ requesterName: 'Meera Rao', outcome: null, isMine: false })
})

test('a review can be assigned later, and given back to all', async ({ db }) => {
  const { meera, asha, ravi } = await makeColleagues(db)
  const draft = await makeDraft(db, meera, monday)
  const { id } = draft
  expect(await assignReviewer(db, asha, { id, reviewer: ravi.id }, origin, monday)).toEqual({
    ok: false,
    reason: 'wrong-state',
  })
  await moveReviewed(db, meera, { ...draft, move: 'submit' }, origin, monday)

  expect(await assignReviewer(db, asha, { id, reviewer: ravi.id }, origin, later(1))).toMatchObject({
    ok: true,
    name: 'Ravi Das',
    before: null,
  })
  expect(await assignReviewer(db, asha, { id, reviewer: meera.id }, origin, later(1))).toMatchObject({
    reason: 'no-such-reviewer',
  })
  expect((await readReview(db, { id, state: 'in_review' }, asha.id, false)).current).toMatchObject({
    reviewerName: 'Ravi Das',
  })
  expect(await assignReviewer(db, asha, { id, reviewer: undefined }, origin, later(2))).toMatchObject({
    before: ravi.id,
  })
  expect((await readReview(db, { id, state: 'in_review' }, asha.id, false)).current).toMatchObject({
    reviewerName: null,
  })
})

test('a bulk act names each entry that it could not move, and why', async ({ db }) => {
  const { meera, asha } = await makeColleagues(db)
  const [whole, half, changed] = [
    await makeDraft(db, meera, monday),
    await makeDraft(db, meera, monday, { title: 'Half an award' }),
    await makeDraft(db, meera, monday, { title: 'Changed meanwhile', shortTitle: 'Changed' }),
  ]
  const lines = [`${whole.id}_${whole.version}`, `${half.id}_${half.version}`, `${changed.id}_1`]

  expect(await moveSeveral(db, asha, lines, { move: 'publish' }, origin, monday)).toMatchObject({
    moved: 1,
    refused: [
      { title: 'Half an award', reason: 'incomplete' },
      { title: 'Changed meanwhile', reason: 'conflict' },
    ],
  })
})

test('a note can be written with any move, and returning several needs one', async ({ db }) => {
  const { meera, asha } = await makeColleagues(db)
  const { id, version } = await makeDraft(db, meera, monday)
  const line = `${id}_${version}`
  const at = later(60)
  const notes = async () => {
    const { notes } = await readReview(db, { id, state: 'draft' }, meera.id, false)
    return notes.map(({ kind, by, note }) => [kind, by, note])
  }

  await moveReviewed(
    db,
    asha,
    { id, version, move: 'schedule', at, note: 'For the jubilee.' },
    origin,
    monday,
  )
  expect(await notes()).toEqual([['noted', 'Asha Iyer', 'For the jubilee.']])
  await moveReviewed(db, asha, { id, version, move: 'withdraw' }, origin, later(1))
  await moveSeveral(db, meera, [line], { move: 'submit', note: 'Both are new.' }, origin, later(2))
  expect(await moveSeveral(db, asha, [line], { move: 'withdraw' }, origin, later(3))).toMatchObject({
    moved: 0,
    refused: [{ title: 'Golden Lamp', reason: 'no-note' }],
  })
  await moveSeveral(db, asha, [line], { move: 'withdraw', note: 'Not yet.' }, origin, later(4))
  expect((await notes()).slice(0, 2)).toEqual([
    ['returned', 'Asha Iyer', 'Not yet.'],
    ['requested', 'Meera Rao', 'Both are new.'],
  ])
})
