import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What staff read. Letters and public pages are not among it. */
const sources = [
  'app/routes/staff/**/*.{ts,tsx}',
  'app/features/{audit,backups,casework,exports,mail,payments,people,privacy,samples,settings,site-copy,staff,watching}/**/*.{ts,tsx}',
  'app/features/*/audit-sentences.ts',
  'app/features/content/{addresses,editor,entry,kinds,writing}/**/*.{ts,tsx}',
  'app/features/enquiries/workflow.ts',
  'app/features/{cases,memberships,nominations}/workflow.ts',
  'app/features/{media,menu}/*.{ts,tsx}',
  'app/ui/frame/{command-palette,staff-frame}.tsx',
]

const style = readFileSync('docs/style.md', 'utf8')

/** The left column of the table of words. */
const oldPhrases = [...style.matchAll(/^\| (?!Instead of|---)(.+?) \|/gm)].flatMap(([, cell = '']) =>
  cell.split(' / '),
)

/** String literals and the text between tags, with one space where the source has a line break. */
function textsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')
  const found = code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`|>([^<>{}]+)(?=[<{])|\}([^<>{}]+)(?=[<{])/g)
  return [...found].map(([, ...groups]) => groups.find((text) => text !== undefined) ?? '').map(oneLine)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** A single word has other uses, so it counts only where it is the whole text. */
function oldPhrasesIn(source: string): string[] {
  const texts = textsIn(source)
  return oldPhrases.filter((phrase) =>
    texts.some((text) => (/^\w+$/.test(phrase) ? text === phrase : text.includes(phrase))),
  )
}

test('the staff area uses none of the words that the style guide has replaced', () => {
  const files = sources.flatMap((pattern) => globSync(pattern)).filter((file) => !file.includes('.test.'))
  const found = files.flatMap((file) =>
    oldPhrasesIn(readFileSync(file, 'utf8')).map((phrase) => `${file}: ${phrase}`),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(oldPhrases.length).toBeGreaterThan(40)
  expect(found).toEqual([])
})

test.for([
  [`<h2 id="today">What needs you\n  today</h2>`, 'What needs you today'],
  [`label: 'Figures',`, 'Figures'],
  ['<Button look="secondary">Show</Button>', 'Show'],
  ['`${count} people are in the bin, for 30 days.`', 'in the bin'],
  ['<p>\n{name} is on the roll. <a href="/">Home</a></p>', 'on the roll'],
] as const)('in %j the old phrase is found', ([source, phrase]) => {
  expect(oldPhrasesIn(source)).toEqual([phrase])
})

test('names in code and comments are not taken for words on a page', () => {
  const source = `/** In the bin. */\n// on the roll\nexport interface Figures { Show: string }`
  expect(oldPhrasesIn(source)).toEqual([])
})
