import { expect, test } from 'vitest'
import { refusalOf } from '#features/cases/workflow.ts'
import { noticesOf } from '#features/nominations/notices.ts'
import type { NominationMove } from '#features/nominations/workflow.ts'
import { awardWorkflow } from './award-workflow.ts'
import { lettersFor } from './letters-for.ts'

const refusals = (stages: Parameters<typeof awardWorkflow>[0], move: string, state: string) =>
  refusalOf(awardWorkflow(stages), move, { state }, 'admin')

test('with a panel the decision follows its recommendation', () => {
  expect(refusals(['panel'], 'refer', 'complete')).toBeUndefined()
  expect(refusals(['panel'], 'elect', 'complete')).toBe('wrong-state')
  expect(refusals(['panel'], 'elect', 'recommended')).toBeUndefined()
})

test('without a panel the decision follows scrutiny', () => {
  expect(refusals([], 'refer', 'complete')).toBe('wrong-state')
  expect(refusals([], 'elect', 'complete')).toBeUndefined()
  expect(refusals([], 'not-elect', 'complete')).toBeUndefined()
})

test('without acceptance the selected person need not answer', () => {
  expect(awardWorkflow([]).moves['elect']?.to).toBe('accepted')
  expect(awardWorkflow(['acceptance']).moves['elect']?.to).toBe('elected')
})

test('every move leads to a state of the table, and every list knows every move', () => {
  const all = awardWorkflow(undefined)
  for (const { moves, states } of [all, awardWorkflow([]), awardWorkflow(['panel', 'acceptance'])])
    for (const [move, { from, to }] of Object.entries(moves)) {
      for (const state of [...from, to]) expect(Object.keys(states), move).toContain(state)
      expect(Object.keys(all.moves)).toContain(move)
    }
})

test('no letter about a move of an award speaks of a grade or of a number', () => {
  const { moves } = awardWorkflow(undefined)
  const letters = Object.entries(moves).flatMap(([move, { to }]) =>
    noticesOf('award', move as NominationMove, to).map(({ letter }) => lettersFor('award')[letter]),
  )
  expect(letters.length).toBeGreaterThan(5)
  for (const { subject, body, placeholders } of letters) {
    expect(`${subject} ${body}`).not.toMatch(/\{(grade|number)\}/)
    expect(placeholders.map(({ name }) => name)).not.toContain('grade')
  }
})
