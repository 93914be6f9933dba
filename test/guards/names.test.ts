import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** One name, one meaning, and the name that the glossary gives it. */

const files = ['app/**/*.{ts,tsx}', 'scripts/**/*.{ts,mjs}', 'test/**/*.{ts,tsx}', '*.ts'].flatMap(
  (pattern) => globSync(pattern),
)

interface Node {
  type: string
  [key: string]: unknown
}

/**
 * Types that a file exports by its own declaration. A re-export is no second declaration. `Props` and other types that
 * stay inside a file are read beside what they describe, and the types that React Router generates for each route are
 * not in these folders.
 */
function exportedTypesIn(source: string): string[] {
  if (!/^export (type|interface|class|enum|abstract|declare|\{)/m.test(source)) return []
  const { body } = parseSync('x.tsx', source).program as unknown as { body: Node[] }
  const declared = new Set(body.map(nameOfType))
  return body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node['source']) return []
    const named = (node['specifiers'] as Node[]).map(({ local }) => (local as { name: string }).name)
    const own = nameOfType(node['declaration'] as Node | null)
    return [...(own ? [own] : []), ...named.filter((name) => declared.has(name))]
  })
}

const typeDeclarations = [
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
  'ClassDeclaration',
]

function nameOfType(node: Node | null): string | undefined {
  return node && typeDeclarations.includes(node.type) ? (node['id'] as { name: string }).name : undefined
}

function twiceIn(sources: Map<string, string>): string[] {
  const declared = [...sources].flatMap(([file, source]) =>
    exportedTypesIn(source).map((name) => ({ name, file })),
  )
  return [...Map.groupBy(declared, ({ name }) => name)]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) => `${name}: ${all.map(({ file }) => file).join(', ')}`)
}

test('no exported type has a name with two meanings', { timeout: 60_000 }, () => {
  expect(twiceIn(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([])
})

test('a type that is declared twice is found, and a re-export is not', () => {
  const sources = new Map([
    ['a.ts', 'export interface Part { a: 1 }'],
    ['b.ts', 'type Part = 1\nexport type { Part }'],
    [
      'c.ts',
      `export type { Part } from './a.ts'\nimport type { Part as Own } from './a.ts'\nexport { type Own }`,
    ],
    ['d.ts', 'interface Part { b: 1 }'],
  ])

  expect(twiceIn(sources)).toEqual(['Part: a.ts, b.ts'])
})

/** Exported under these names, a type does not say what it describes. They are fine inside a file. */
const vague = new Set(
  'Accompanying Addressed Answered Aside Awaited Beginning Corrected Deaf Deciding Draw Drawings Equipment Exported Fate Faults Going Holdings Imported Informant Invited Line Logged Loss Made Making Meaning Merged Merging Mood Moving Opening Other Passing Plain Raw Recency Reopened Reopens Replacing Restored Resubmitted Resuming Scanned Seen Shown Side Signal Starting Ticks Ties Trouble Unfit Visitor Wanted Work Write'.split(
    ' ',
  ),
)

const mentionsVague = new RegExp(`^export .*\\b(${[...vague].join('|')})\\b`, 'm')

function vagueTypesIn(source: string): string[] {
  if (!mentionsVague.test(source)) return []
  return exportedTypesIn(source).filter((name) => vague.has(name))
}

test('no exported type has a name that says nothing outside its file', { timeout: 60_000 }, () => {
  expect(
    files.flatMap((file) => vagueTypesIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`)),
  ).toEqual([])
  expect(vagueTypesIn('export interface Made { a: 1 }\ntype Wanted = 1\nexport type MadeFile = 1')).toEqual([
    'Made',
  ])
})

/** Words that the glossary has replaced, as whole words of a name. */
const replaced = new Set(
  'asked asking begun crowd dossier dossiers farewell holdings informant informants keepsake keepsakes kept lateness leftovers likeness meters patience place places roll squash standing standings told upkeep'.split(
    ' ',
  ),
)
/** These are replaced if they are the whole name, and are fine as part of another. */
const replacedAlone = new Set(
  'bear door equip equipment figures keep rooms takeTime tell turns wideDoor workerLink'.split(' '),
)
/** These are replaced as the first word: notify, log or report says what is done. */
const replacedFirst = new Set(['tell'])
/** Settings are stored under these names. */
const stored = new Set(['backupsKept', 'tellNominee'])

/**
 * Names of variables, functions and types. Names of properties are left out: many of them are columns, fields of forms,
 * stored settings or classes of a style sheet. Line, parent and process have other meanings that stay: a line of text,
 * the entry above another, a process of the machine.
 */
function oldNamesIn(source: string): string[] {
  // Parsing takes long, and most files have no such word outside comments.
  const bare = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')
  if (!(bare.match(/[a-z_$][\w$]*/gi) ?? []).some(isOld)) return []
  const names = new Set<string>()
  visit(parseSync('x.tsx', source).program as unknown as Node, (node, parent, key) => {
    if (node.type === 'Identifier' && !isProperty(parent, key)) names.add(node['name'] as string)
  })
  return [...names].filter(isOld)
}

function isOld(name: string): boolean {
  if (stored.has(name) || name.includes('_')) return false
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
  if (words.length > 1 && replacedFirst.has(words[0]!)) return true
  return replacedAlone.has(name) || words.some((word) => replaced.has(word))
}

function isProperty(parent: Node | undefined, key: string): boolean {
  if (key === 'property') return parent?.type === 'MemberExpression' && parent['computed'] !== true
  return key === 'key' && parent?.['computed'] !== true
}

function visit(node: Node, see: (node: Node, parent: Node | undefined, key: string) => void): void {
  const walk = (value: unknown, parent: Node | undefined, key: string): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, parent, key)
    else if (isNode(value)) {
      see(value, parent, key)
      for (const [name, inner] of Object.entries(value)) walk(inner, value, name)
    }
  }
  walk(node, undefined, '')
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

test('no name uses a word that the glossary has replaced', { timeout: 60_000 }, () => {
  const found = files.flatMap((file) =>
    oldNamesIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(found).toEqual([])
})

/** Migrations are stored under their names. */
function oldFileNames(paths: string[]): string[] {
  return paths.filter((path) => {
    const words = path.split('/').at(-1)!.split('.')[0]!.split('-')
    return !path.startsWith('app/db/migrations/') && words.some((word) => replaced.has(word))
  })
}

test('no name of a file uses a word that the glossary has replaced', () => {
  expect(oldFileNames([...files, ...globSync('docs/**/*.md')])).toEqual([])
  expect(
    oldFileNames(['app/features/nominations/asking.server.ts', 'docs/decisions/099-what-is-kept.md']),
  ).toHaveLength(2)
  expect(oldFileNames(['app/db/migrations/001-dossiers.ts', 'app/task.ts'])).toEqual([])
})

test('an old word is found in a name and left alone in a property, a column or a text', () => {
  expect(oldNamesIn('const isKept = row.kept; function tell(place: Place) {}; type Standing = 1')).toEqual([
    'isKept',
    'tell',
    'place',
    'Place',
    'Standing',
  ])
  expect(oldNamesIn('tellSomebody(teller)')).toEqual(['tellSomebody'])
  expect(oldNamesIn(`const { kept: saved, asked_at } = row; x('dossier'); const replaced = 1`)).toEqual([])
  expect(oldNamesIn('const a = <p className={styles.place}>The place</p>')).toEqual([])
})

/** Words with more than one meaning, which the glossary tells apart in parentheses, and why they stay. */
const withTwoMeanings: Record<string, string> = {
  anchor: 'HTML says so of headings, and the files of the audit trail are stored under this name.',
  code: 'People know both under this name: they type one and find the other on a certificate.',
  deadline: 'People know that of a call, engineers that of a request.',
  receipt: 'Payers and, later, electors get something that both know as a receipt.',
  reference: 'People read both on pages: one names a case, the other a failed request.',
  seal: 'The signature in issued certificates is stored as a seal, encrypted answers as sealed.',
  section: 'The menu, a document and the Academy each have sections, and pages call them so.',
  snapshot: 'Editors see those of working copies; databases call a consistent read so.',
  stage: 'Pages show both under this name: of a rule and of a call.',
}

/** The words in the first column of the glossary, without what tells two meanings apart. */
function glossaryWords(glossary: string): string[] {
  return [...glossary.matchAll(/^\| (?!Word|---)(.+?) \|/gm)].flatMap(([, cell = '']) =>
    cell
      .replaceAll(/ \([^)]*\)/g, '')
      .split(', ')
      .map((word) => word.trim()),
  )
}

test('a word of the glossary has one meaning, or two for a reason that is given here', () => {
  const words = glossaryWords(readFileSync('docs/glossary.md', 'utf8'))
  expect(words.length).toBeGreaterThan(150)
  const twice = new Set(words.filter((word, at) => words.indexOf(word) !== at))
  expect([...twice].toSorted()).toEqual(Object.keys(withTwoMeanings))
})

test('a second meaning in parentheses is found', () => {
  expect(glossaryWords('| mark (in a text) | … |\n| mark (of a save), shown hash | … |')).toEqual([
    'mark',
    'mark',
    'shown hash',
  ])
})
