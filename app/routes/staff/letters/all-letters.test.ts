import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { composeLetter } from '#features/letters/operations.server.tsx'
import { sampleFacts, type LetterDefinition, type Letters } from '#features/letters/definition.ts'
import { unknownPlaceholders } from '#features/letters/fill.ts'
import { allLetters } from './all-letters.ts'

/** What the letters.ts of every feature defines. */
async function definedLetters(): Promise<LetterDefinition[]> {
  const files = globSync('app/features/**/letters.ts').filter((file) => basename(file) === 'letters.ts')
  const modules = await Promise.all(files.map((file) => import(resolve(file)) as Promise<Letters[]>))
  return modules.flatMap((module) => Object.values(module)).flatMap((letters) => Object.values(letters))
}

test('staff find every letter that any feature defines', async () => {
  const defined = await definedLetters()

  expect(defined.length).toBeGreaterThan(50)
  expect(keysOf(allLetters).toSorted()).toEqual(keysOf(defined).toSorted())
})

test('no two letters have the same key', () => {
  expect(new Set(keysOf(allLetters)).size).toBe(allLetters.length)
})

test.for(keysOf(allLetters))('%s by default fills in all of its braces, in text and HTML alike', (key) => {
  const letter = allLetters.find((one) => one.key === key)!
  const link = 'https://iaps.example/x'
  const given = { facts: sampleFacts(letter), link, to: 'Tara', societyName: 'IAPS' }
  const { subject, text, html } = composeLetter(letter, letter, given)

  expect(unknownPlaceholders(letter, letter)).toEqual([])
  for (const said of [subject, text, html]) expect(said).not.toMatch(/\{[a-z]+\}/)
  expect(html).toMatch(/^<!doctype html><html lang="en">/)
  if (letter.action) for (const said of [text, html]) expect(said).toContain(link)
})

function keysOf(letters: readonly LetterDefinition[]): string[] {
  return letters.map(({ key }) => key)
}
