import { expect, test } from 'vitest'
import type { Actor } from '#features/audit/actor.ts'
import { mayMove, moves, openMoves, states, type AccountMove } from './workflow.ts'

const admin: Actor = { kind: 'staff', id: 'a', role: 'admin', address: '' }
const others: Actor[] = [{ ...admin, role: 'editor' }, { kind: 'visitor', address: '' }, { kind: 'system' }]

test('only administrators move accounts', () => {
  for (const actor of others)
    for (const state of states) expect(openMoves({ id: 'b', state }, actor)).toEqual([])
  expect(others.some((actor) => mayMove('invite', undefined, actor))).toBe(false)
  expect(mayMove('invite', undefined, admin)).toBe(true)
})

test('an administrator may do what the state allows', () => {
  expect(openMoves({ id: 'b', state: 'pending' }, admin)).toEqual([
    ...['approve', 'disable', 'reset-factors', 'unlink'],
  ])
  expect(openMoves({ id: 'b', state: 'active' }, admin)).toEqual([
    ...['change-role', 'disable', 'reset-factors', 'unlink'],
  ])
  expect(openMoves({ id: 'b', state: 'disabled' }, admin)).toEqual(['enable', 'unlink'])
})

test('nobody moves their own account', () => {
  for (const move of Object.keys(moves) as AccountMove[])
    for (const state of states) expect(mayMove(move, { id: 'a', state }, admin)).toBe(false)
})
