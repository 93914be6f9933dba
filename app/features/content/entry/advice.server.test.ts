import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { publishRulebook } from '#features/rulebook/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { lampData, makeDraft, makeOffice } from '#test/makers/content.ts'
import { makeBody } from '#test/makers/bodies.ts'
import { makeRulebook } from '#test/makers/rulebooks.ts'
import { adviseOn, adviseOnTyped } from './advice.server.ts'
import { answerForPage } from './conflicts.server.ts'
import { answerCopyRequest, type CopyRequest } from './copy-requests.server.ts'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'

const origin = 'https://iaps.example'

test('typed text is checked like saved text, and what cannot be saved needs correcting', async ({ db }) => {
  const advice = await adviseOnTyped(db, 'news', { title: 'Lamp', publishedOn: 'soon' }, origin)

  expect(advice.map(({ blocks, path, where }) => [blocks, path, where])).toEqual([
    [true, 'publishedOn', 'Date'],
    [true, 'summary', 'Summary'],
  ])
  expect(advice[0]?.sentence).not.toBe('Fill in this field.')
})

test('a call is held back until its panel exists and its rulebook is in force', async ({ db }) => {
  const call = {
    ...{ title: 'Lamps', subject: 'award', award: 'lamp', opensAt: 1, closesAt: 2 },
    ...{ eligibility: 'Everybody.', nominators: 'Everybody.', panel: 'lamp-panel', rulebook: 'lamp-rules' },
    ...{ form: { online: true }, stages: { panel: true } },
  } as const
  const held = async () =>
    (await adviseOn(db, 'call', call)).filter(({ blocks }) => blocks).map(({ path }) => path)
  const rules = { name: 'Lamp Rules', subject: null } as const

  expect(await held()).toEqual(['panel', 'rulebook'])
  await makeBody(db, monday, { name: 'Lamp Panel' })
  const { id } = await makeRulebook(db, monday, { ...rules, publish: false })
  expect(await held()).toEqual(['rulebook'])
  await publishRulebook(db, system, id, { number: 1, note: null }, monday)
  expect(await held()).toEqual([])
})

test('every stored text is answered with what the checks say about it; a revert, about the saved one', async ({
  db,
}) => {
  const { editor } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  const entry = (await findForStaff(db, id))!
  const { summary: _, ...withoutSummary } = lampData
  const request = async (fields: CopyRequest) => {
    const answer = await answerCopyRequest(db, editor, entry, fields, monday)
    if (answer.is !== 'done') throw new Error(answer.is)
    return answerForPage(db, entry, fields, answer, origin)
  }
  const shared = { base: 2, data: withoutSummary, conflicts: [] }

  expect(
    await request({ do: 'store', ...shared, seen: ['none'], revision: 'r1', page: 'p', settled: '' }),
  ).toMatchObject({ advice: [{ blocks: true, path: 'summary', where: 'Summary' }] })
  expect(await request({ do: 'look', base: 2, seen: ['r1'] })).not.toHaveProperty('advice')
  expect(await request({ do: 'revert', ...shared, seen: ['r1'] })).toMatchObject({ advice: [] })
})
