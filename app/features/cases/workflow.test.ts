import { describe, expect, test } from 'vitest'
import { workflow as applications } from '#features/memberships/workflow.ts'
import { workflow as nominations } from '#features/nominations/workflow.ts'
import { openStates, refusalOf, staffMoves, type Workflow } from './workflow.ts'

describe.for<[string, Workflow]>([
  ['nominations', nominations],
  ['applications', applications],
])('the table of %s', ([, workflow]) => {
  const states = Object.keys(workflow.states)
  const moves = Object.values(workflow.moves)

  test('every state can be reached, and only final states lead nowhere, unless a move into one can be undone', () => {
    const reached = new Set([workflow.first])
    for (let before = 0; before !== reached.size;) {
      before = reached.size
      for (const { from, to } of moves) if (from.some((state) => reached.has(state))) reached.add(to)
    }
    expect([...reached].toSorted()).toEqual(states.toSorted())
    for (const state of states)
      expect(
        moves.some(({ from, undoes }) => !undoes && from.includes(state)),
        state,
      ).toBe(!workflow.states[state]?.isEnd)
  })

  test('every case can still reach an end from its state', () => {
    const ending = new Set(states.filter((state) => workflow.states[state]?.isEnd))
    for (let before = 0; before !== ending.size;) {
      before = ending.size
      for (const { from, to } of moves) if (ending.has(to)) for (const state of from) ending.add(state)
    }
    expect([...ending].toSorted()).toEqual(states.toSorted())
  })

  test('a move that undoes another leads from its end to its start', () => {
    const back = moves.filter(({ undoes }) => undoes)
    expect(back).toHaveLength(1)
    for (const { undoes = [], from, to } of back) {
      for (const move of undoes) expect(from).toEqual([workflow.moves[move]?.to])
      expect(workflow.moves[undoes[0] ?? '']?.from[0]).toBe(to)
    }
  })

  test('a confirmed case can be closed as spam only by an administrator who gives a reason', () => {
    for (const state of openStates(workflow).filter((state) => state !== workflow.first)) {
      const closing = staffMoves(workflow, { state }, 'editor').filter(({ rule }) => rule.to === 'spam')
      for (const { rule, refusal } of closing) {
        expect(refusal, state).toBe('for-administrators')
        expect(rule.asks?.filter(({ optional }) => !optional)).toHaveLength(1)
        expect(rule.bulk).toBeUndefined()
      }
    }
    const junk = { state: workflow.first }
    expect(refusalOf(workflow, 'close-as-spam', junk, 'editor')).toBeUndefined()
  })

  test('what happens automatically is a move that the site may make from there', () => {
    for (const [state, { after }] of Object.entries(workflow.states))
      if (after) expect(refusalOf(workflow, after.move, { state }, 'system')).toBeUndefined()
  })

  test('editors cannot make decisions reserved for administrators', () => {
    for (const state of openStates(workflow))
      for (const { move, rule, refusal } of staffMoves(workflow, { state }, 'editor'))
        expect(refusal, move).toBe(rule.by.includes('editor') ? undefined : 'for-administrators')
  })
})

test('an unknown name is not a move', () => {
  expect(refusalOf(nominations, 'toString', { state: 'complete' }, 'admin')).toBe('wrong-state')
  expect(refusalOf(nominations, 'elect', { state: 'complete' }, 'admin')).toBe('wrong-state')
})

test('staff can say that no fee is due while they look for the payment', () => {
  for (const state of ['in_scrutiny', 'payment_check'] as const)
    expect(refusalOf(applications, 'no-payment', { state }, 'editor'), state).toBeUndefined()
})
