import { expect, test } from 'vitest'
import { refusalOf } from '#features/cases/workflow.ts'
import { awardWorkflow } from './award-workflow.ts'

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
