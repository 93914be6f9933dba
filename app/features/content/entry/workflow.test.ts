import { expect, test } from 'vitest'
import {
  mayRelocate,
  maySave,
  openMoves,
  rules,
  stateAfterSave,
  type EntryMove,
  type EntryStatus,
} from './workflow.ts'

const admin = { role: 'admin', editorsPublish: false } as const
const editor = { role: 'editor', editorsPublish: false } as const
const trusted = { role: 'editor', editorsPublish: true } as const

const at = (state: EntryStatus['state'], more: Partial<EntryStatus> = {}): EntryStatus => ({
  state,
  isLive: state === 'published',
  isFixed: false,
  ...more,
})

test.each([
  ['draft', false, ['submit', 'bin'], ['submit', 'publish', 'schedule', 'bin']],
  ['draft', true, ['submit', 'discard'], ['submit', 'publish', 'schedule', 'discard', 'archive', 'bin']],
  ['in_review', false, ['withdraw', 'bin'], ['withdraw', 'publish', 'schedule', 'bin']],
  ['scheduled', false, ['withdraw', 'bin'], ['withdraw', 'publish', 'bin']],
  ['published', true, [], ['archive', 'bin']],
  ['archived', false, ['bin'], ['publish', 'schedule', 'bin']],
  ['binned', false, ['restore'], ['restore']],
] as const)('in state %s (live: %s) an editor and an administrator may make these moves', (...line) => {
  const [state, isLive, forEditor, forAdmin] = line

  expect(openMoves(at(state, { isLive }), editor)).toEqual(forEditor)
  expect(openMoves(at(state, { isLive }), admin)).toEqual(forAdmin)
  expect(openMoves(at(state, { isLive }), trusted)).toEqual(forAdmin)
})

test('an entry with a fixed address can be neither archived nor deleted', () => {
  expect(openMoves(at('published', { isFixed: true }), admin)).toEqual([])
  expect(openMoves(at('draft', { isFixed: true, isLive: true }), admin)).not.toContain('bin')
})

test('a save keeps the state, except for something published', () => {
  expect(stateAfterSave('published')).toBe('draft')
  expect(stateAfterSave('in_review')).toBe('in_review')
  expect(stateAfterSave('archived')).toBe('archived')
})

test('a scheduled entry is changed only by people who may publish, and a deleted one by nobody', () => {
  expect(maySave(at('scheduled'), editor)).toBe(false)
  expect(maySave(at('scheduled'), trusted)).toBe(true)
  expect(maySave(at('binned'), admin)).toBe(false)
})

test('the address and order of a published or scheduled entry are changed by people who may publish', () => {
  expect(mayRelocate(at('draft'), editor)).toBe(true)
  for (const entry of [at('published'), at('draft', { isLive: true }), at('scheduled')]) {
    expect(mayRelocate(entry, editor)).toBe(false)
    expect(mayRelocate(entry, trusted)).toBe(true)
  }
})

test('no move leads back to its own start', () => {
  for (const [move, { from, to }] of Object.entries(rules) as [EntryMove, (typeof rules)[EntryMove]][])
    expect(from, move).not.toContain(to)
})
