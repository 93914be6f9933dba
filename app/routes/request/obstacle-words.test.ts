import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { obstacleOf } from '#features/site-copy/empty.server.ts'
import { obstacleWords } from './obstacle-words.ts'

const features = await Promise.all(
  globSync('app/features/*/audit-sentences.ts').map(
    async (file) => (await import(resolve(file))) as Record<string, Record<string, unknown>>,
  ),
)

function allOf(ending: string) {
  return features.flatMap((feature) =>
    Object.entries(feature).flatMap(([name, all]) => (name.endsWith(ending) ? Object.entries(all) : [])),
  )
}

test('every action is harmless for the import of a copy, or the feature says what the copy would replace', () => {
  const actions = allOf('Sentences').map(([action]) => action)

  expect(actions.length).toBeGreaterThan(200)
  expect(actions.filter((action) => obstacleOf(action, obstacleWords) === undefined)).toEqual([])
  expect(obstacleOf('invoice.sent', obstacleWords)).toBeUndefined()
})

test('the words of every feature are in the list, and no two features speak for the same action', () => {
  const declared = allOf('Obstacles')

  expect(declared.length).toBeGreaterThan(30)
  expect(linesOf(declared)).toEqual(linesOf(Object.entries(obstacleWords)))
})

function linesOf(words: [string, unknown][]) {
  return words.map(([key, said]) => `${key}: ${String(said)}`).toSorted()
}

test('the words of an action come before those of its noun, and reading needs none', () => {
  const words = { file: 'Files were added', 'file.infected': false } as const

  expect(obstacleOf('file.added', words)).toBe('Files were added')
  expect(obstacleOf('file.infected', words)).toBe(false)
  expect(obstacleOf('file.read', words)).toBe(false)
})
