import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleFacts, type LetterDefinition } from '#features/letters/definition.ts'
import { composeLetter } from '#features/letters/operations.server.tsx'
import { formLetters } from '#features/forms/letters.ts'
import { makeFormCopy } from '#features/forms/form-copy.server.ts'
import { allLetters } from '#routes/staff/letters/all-letters.ts'
import { makeSamplePdf, pdfFiles } from '#starter/newsletter-pdf.ts'
import { rootPrograms } from './root-programs.ts'
import { oldPhrases, oldPhrasesAmong, oneLine, textsOfPage, textsOfPdf } from './old-phrases.ts'

/** Everything people read: pages, forms, letters, sample content, output of the server and the commands. */
const sources = ['app/**/*.{ts,tsx}', 'scripts/*.{ts,mjs}', ...rootPrograms]

/** String literals and the text between tags, with one space where the source has a line break. */
function textsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')
  const found = code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`|>([^<>{}]+)(?=[<{])|\}([^<>{}]+)(?=[<{])/g)
  return [...found].map(([, ...groups]) => groups.find((text) => text !== undefined) ?? '').map(oneLine)
}

function oldPhrasesIn(source: string): string[] {
  return oldPhrasesAmong(textsIn(source))
}

test('no text in the source uses the words that the style guide has replaced', () => {
  const files = sources.flatMap((pattern) => globSync(pattern)).filter((file) => !file.includes('.test.'))
  const found = files.flatMap((file) =>
    oldPhrasesIn(readFileSync(file, 'utf8')).map((phrase) => `${file}: ${phrase}`),
  )
  expect(files.length).toBeGreaterThan(700)
  expect(oldPhrases.length).toBeGreaterThan(80)
  expect(found).toEqual([])
})

/** What is delivered, and what a newcomer reads first. The style guide itself names the old words. */
const papers = globSync(['*.md', 'docs/*.md']).filter((file) => file !== join('docs', 'style.md'))

/** The cells of tables, headings, items and paragraphs. */
function textsOfMarkdown(source: string): string[] {
  return source.split(/[\n|]/).map((text) => oneLine(text.replace(/^\s*(?:#+|[-*]|\d+\.)\s/, '')))
}

test('the manual, the glossary, the changes and what a newcomer reads use none of them', () => {
  expect(papers).toEqual(
    expect.arrayContaining([
      ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
      ...['docs/running.md', 'docs/glossary.md', 'docs/proof.md'],
    ]),
  )
  const found = papers.flatMap((file) =>
    oldPhrasesAmong(textsOfMarkdown(readFileSync(file, 'utf8'))).map((phrase) => `${file}: ${phrase}`),
  )
  expect(found).toEqual([])
})

test('an old phrase in a paper is found, in a sentence and as a heading', () => {
  const paper = '# Figures\n\n- The list at hand is read.\n\n| A | It stays as it is |'
  expect(oldPhrasesAmong(textsOfMarkdown(paper)).toSorted()).toEqual(['Figures', 'at hand', 'stays as it is'])
})

test.for([
  [`<h2 id="today">What needs you\n  today</h2>`, 'What needs you today'],
  [`label: 'Figures',`, 'Figures'],
  ['<Button look="secondary">Show</Button>', 'Show'],
  ['`${count} people are in the bin, for 30 days.`', 'in the bin'],
  ['<p>\n{name} is on the roll. <a href="/">Home</a></p>', 'on the roll'],
  [`const title = 'How does my case stand?'`, 'How does my case stand'],
] as const)('in %j the old phrase is found', ([source, phrase]) => {
  expect(oldPhrasesIn(source)).toEqual([phrase])
})

test('names in code and comments do not count as words on a page', () => {
  const source = `/** In the bin. */\n// on the roll\nexport interface Figures { Show: string }`
  expect(oldPhrasesIn(source)).toEqual([])
})

function readLetter(letter: LetterDefinition) {
  const facts = sampleFacts(letter)
  const given = { facts, link: 'https://example.org/link', to: '', societyName: 'Sample Academy' }
  const { subject, text, html } = composeLetter(letter, letter, given)
  return [subject, letter.when, ...text.split('\n').map(oneLine), ...textsOfPage(html)]
}

test.for(allLetters)('the letter $key uses none of them', (letter) => {
  expect(oldPhrasesAmong(readLetter(letter))).toEqual([])
})

test('an old phrase that is put into a letter is found', () => {
  const planted = { subject: 'A form', body: 'You need do nothing.\n\nWe hope that you need do nothing.' }
  expect(oldPhrasesAmong(readLetter({ ...formLetters.resume, ...planted }))).toEqual(['need do nothing'])
})

test.for(Object.keys(pdfFiles))('the PDF %s uses none of them', async (name) => {
  expect(oldPhrasesAmong(await textsOfPdf(await pdfFiles[name]!()))).toEqual([])
})

const copy = {
  title: 'A form',
  societyName: 'Sample Academy',
  reference: 'FN-2026-0001',
  receivedAt: new Date('2026-11-15T06:30:00Z'),
}
const part = (text: string) => ({
  name: 'part',
  title: 'A part',
  items: [{ name: 'name', label: 'Name', shown: { kind: 'text' as const, text } }],
})

test('the copy of a form uses none of them, and one that is put into it is found', async () => {
  const read = async (text: string) =>
    oldPhrasesAmong(await textsOfPdf(await makeFormCopy({ ...copy, parts: [part(text)] })))
  expect(await read('ஆஷா')).toEqual([])
  expect(await read('How does my case stand? I wonder.')).toEqual(['How does my case stand'])
})

test('an old phrase on a page of a PDF is found', async () => {
  const planted = await makeSamplePdf({
    title: 'A',
    sections: [{ heading: 'B', text: ['It was thrown away.'] }],
  })
  expect(oldPhrasesAmong(await textsOfPdf(planted))).toEqual(['thrown away'])
})
