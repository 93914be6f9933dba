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

  test('every state can be reached, and only the ends lead nowhere', () => {
    const reached = new Set([workflow.first])
    for (let before = 0; before !== reached.size;) {
      before = reached.size
      for (const { from, to } of moves) if (from.some((state) => reached.has(state))) reached.add(to)
    }
    expect([...reached].toSorted()).toEqual(states.toSorted())
    for (const state of states)
      expect(
        moves.some(({ from }) => from.includes(state)),
        state,
      ).toBe(!workflow.states[state]?.isEnd)
  })

  test('every case can still come to an end from where it stands', () => {
    const ending = new Set(states.filter((state) => workflow.states[state]?.isEnd))
    for (let before = 0; before !== ending.size;) {
      before = ending.size
      for (const { from, to } of moves) if (ending.has(to)) for (const state of from) ending.add(state)
    }
    expect([...ending].toSorted()).toEqual(states.toSorted())
  })

  test('what happens by itself is a move that the site may make from there', () => {
    for (const [state, { after }] of Object.entries(workflow.states))
      if (after) expect(refusalOf(workflow, after.move, { state }, 'system')).toBeUndefined()
  })

  test('editors decide nothing that administrators must', () => {
    for (const state of openStates(workflow))
      for (const { move, rule, refusal } of staffMoves(workflow, { state }, 'editor'))
        expect(refusal, move).toBe(rule.by.includes('editor') ? undefined : 'for-administrators')
  })
})

test('who has a part in a case moves it nowhere', () => {
  const standing = { state: 'complete', isInvolved: true }

  expect(refusalOf(nominations, 'refer', standing, 'admin')).toBe('involved')
  expect(refusalOf(nominations, 'withdraw', standing, 'proposer')).toBeUndefined()
})

test('no move of its own name is a move', () => {
  expect(refusalOf(nominations, 'toString', { state: 'complete' }, 'admin')).toBe('wrong-state')
  expect(refusalOf(nominations, 'elect', { state: 'complete' }, 'admin')).toBe('wrong-state')
})
