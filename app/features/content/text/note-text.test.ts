import { expect, test } from 'vitest'
import { escapeNote, noteLink } from '#features/content/editor/note-signs.ts'
import { noteHrefs, noteParts, noteWords } from './note-text.ts'

test.for([
  ['As amended.', [['As amended.', '']]],
  [
    'See *Nature* 5.',
    [
      ['See ', ''],
      ['Nature', 'i'],
      [' 5.', ''],
    ],
  ],
  ['[the Act](https://example.org/act)', [['the Act', 'https://example.org/act']]],
  [
    '[*Nature* 5](/news)',
    [
      ['Nature', 'i/news'],
      [' 5', '/news'],
    ],
  ],
  [
    '*see [it](/news)*',
    [
      ['see ', 'i'],
      ['it', 'i/news'],
    ],
  ],
  [
    String.raw`2 \* 3 \[4](/x)`,
    [
      ['2 ', ''],
      ['*', ''],
      [' 3 ', ''],
      ['[', ''],
      ['4](/x)', ''],
    ],
  ],
  ['* Corresponding author', [['* Corresponding author', '']]],
  ['see [3], p. 4', [['see [3], p. 4', '']]],
  ['[a](javascript:alert(1)) b', [['[a](javascript:alert(1)) b', '']]],
  [
    '[a](javascript:alert) b',
    [
      ['[a](javascript:alert)', ''],
      [' b', ''],
    ],
  ],
] as const)('%j is shown as its parts', ([note, parts]) => {
  const shown = noteParts(note).map(({ text, isItalic, href = '' }) => [
    text,
    `${isItalic ? 'i' : ''}${href}`,
  ])
  expect(shown).toEqual(parts)
})

test('words and targets are read without the signs', () => {
  const note = `After *Bose*, see ${noteLink('the [first] paper', 'https://example.org/a_(b)')}.`

  expect(noteWords(note)).toBe('After Bose, see the first paper.')
  expect(noteHrefs(note)).toEqual(['https://example.org/a_%28b%29'])
})

test('a hostile footnote is read in one pass', () => {
  for (const part of ['*', '[', '[a](', '[a]', '\\', '*a'])
    expect(noteParts(part.repeat(100_000)).length).toBeGreaterThan(0)
})

test.for(['2 * 3 * 4', '[a](/b)', 'a\\b', 'see [3], p. 4'])('%j can be meant literally', (text) => {
  expect(noteWords(escapeNote(text))).toBe(text)
  expect(noteParts(escapeNote(text)).every(({ isItalic, href }) => !isItalic && !href)).toBe(true)
})
