import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { drawFeatures, drawingFile } from '#scripts/draw-features.ts'
import { edgesOf, findCycle, readSources, type Edge } from '#scripts/feature-graph.ts'
import { featureRanks } from '#scripts/feature-ranks.ts'
import { wallsFile, wallsOf } from '#scripts/write-walls.ts'

/** The floor plan: decision 042. */

const maxFiles = 40
const maxLines = 300
/** Files that are longer, each with the one idea that it holds. */
const oneIdea: Record<string, string> = {
  'app/features/content/entry/editing.server.test.ts': 'the life of an entry, from draft to deletion',
  'app/features/credentials/forgeries.test.ts': 'the table of forged credentials',
  'app/features/media/operations.server.test.ts': 'what is stored of a picture',
  'app/features/people/import/imports.server.test.ts': 'an import, from file to undo',
  'app/features/privacy/privacy.server.test.ts': 'what we hold about a person, given out and erased',
  'app/features/staff/factors/factors.server.test.ts': 'the second factor',
  'test/e2e/harness/journeys.ts': 'the table of what is written for each kind of entry',
  'test/e2e/site/errands.test.ts': 'the table of what visitors come for',
  'test/e2e/staff/content-work.test.ts': 'nothing that an editor types is lost',
  'test/e2e/staff/editor-writing.test.ts': 'every tool of the editor',
  'test/e2e/staff/keyboard-tasks.test.ts': 'one day at the office with the keyboard only',
  'test/e2e/staff/staff-every-page.test.ts': 'the table of all pages of the staff area and how to reach them',
  'test/long/hostile-text.test.ts': 'hostile texts in other browsers',
  'test/models/account-life.ts': 'the model of an account',
  'test/models/draft-model.ts': 'the model of form drafts',
  'test/models/editing-model.ts': 'the model of editors’ drafts',
  'test/models/page-fields.ts': 'the table of what each page is sent',
  'test/models/search-questions.ts': 'the table of questions to the search',
  'test/models/strangers-model.ts': 'the model of strangers',
  'test/requests/forms/cases.test.ts': 'cases over HTTP',
  'test/requests/forms/form-files.test.ts': 'files that people send with a form',
  'test/requests/forms/forms.test.ts': 'forms filled in without scripts',
  'test/requests/security/headers.test.ts': 'the headers of every answer',
  'test/requests/site/undo.test.ts': 'what every button Undo does',
}
const ranked = featureRanks.flat()

test('no folder has so many files that one has to search in it', () => {
  const found = globSync('{app,test}/**', { withFileTypes: true, exclude: ['test/output'] })
  const files = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))

  expect(files.length).toBeGreaterThan(1000)
  expect(crowdedFolders(files.map((file) => relative('.', file)))).toEqual([])
})

test('one file too many in a folder is found, except migrations', () => {
  const inside = (folder: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${folder}/${at}.ts`)
  const planted = [
    ...inside('app/ui/form', maxFiles),
    ...inside('app/db/migrations', maxFiles + 1),
    ...inside('test/requests', maxFiles + 1),
  ]

  expect(crowdedFolders(planted)).toEqual(['test/requests'])
})

test('no file is long unless it holds one idea', () => {
  const found = globSync(['{app,scripts,test}/**/*.{ts,tsx}', '*.ts'], { exclude: ['test/output'] })
  const files = found.map((path) => ({ path, text: readFileSync(path, 'utf8') }))

  expect(files.length).toBeGreaterThan(1000)
  expect(longFiles(files).toSorted()).toEqual(Object.keys(oneIdea).toSorted())
})

test('one line too many in a file is found, except in migrations', () => {
  const file = (path: string, lines: number) => ({ path, text: 'line\n'.repeat(lines) })
  const planted = [
    file('app/ui/form/field.tsx', maxLines),
    file('app/db/migrations/001-start.ts', maxLines + 1),
    file('test/requests/forms.test.ts', maxLines + 1),
  ]

  expect(longFiles(planted)).toEqual(['test/requests/forms.test.ts'])
})

test('no features depend on each other', () => {
  const edges = edgesOf(readSources())

  expect(edges.length).toBeGreaterThan(50)
  expect(findCycle(edges)).toBeUndefined()
  expect(upwards(edges)).toEqual([])
})

test('the picture shows the features as they are', () => {
  // If it does not: node scripts/draw-features.ts
  expect(readFileSync(drawingFile, 'utf8')).toBe(drawFeatures())
})

test('a cycle of features is found, also across several of them', () => {
  const planted = [
    { path: 'app/features/audit/describe.ts', text: "import { nameOf } from '#features/settings/groups.ts'" },
    {
      path: 'app/features/letters/x.tsx',
      text: 'export { record } from "#features/audit/operations.server.ts"',
    },
    { path: 'app/features/settings/x.ts', text: "const later = import('#features/letters/kinds.ts')" },
    { path: 'app/features/letters/y.ts', text: "import { fill } from '#features/letters/fill.ts'" },
  ]
  const edges = edgesOf(planted)

  expect(findCycle(edges)).toEqual(['audit', 'settings', 'letters', 'audit'])
  expect(findCycle(edges.filter(({ from }) => from !== 'settings'))).toBeUndefined()
  expect(upwards(edges)).toEqual(['audit -> settings', 'settings -> letters'])
})

test('every feature has one rank, and the linter knows it', () => {
  const folders = [...new Set(globSync('app/features/*/**/*.ts').map((file) => file.split('/')[2]!))]

  expect(ranked.toSorted()).toEqual(folders.toSorted())
  expect(JSON.parse(readFileSync(wallsFile, 'utf8'))).toEqual(wallsOf(featureRanks))
})

test.for(['privacy', 'desk', 'search'])(
  '%s knows no table: it works with what other features offer',
  (room) => {
    const sources = globSync(`app/features/${room}/**/*.ts`).filter((path) => !path.includes('.test.'))
    expect(sources.length).toBeGreaterThan(0)
    expect(sources.filter((path) => namesTable(readFileSync(path, 'utf8')))).toEqual([])

    for (const planted of ["db.selectFrom('mail')", "query.leftJoin('entry', 'a', 'b')", 'sql`select 1`'])
      expect(namesTable(planted), planted).toBe(true)
  },
)

function namesTable(text: string): boolean {
  return /\b(selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\(|\bsql(<[^>]*>)?`/.test(text)
}

test('the server knows no address, no cookie, no key and no name of the Academy', () => {
  const sources = globSync('app/server/**/*.ts').filter((path) => !path.includes('.test.'))
  expect(sources.length).toBeGreaterThan(80)
  expect(sources.filter((path) => namesTheAcademy(readFileSync(path, 'utf8')))).toEqual([])

  for (const planted of [
    "redirect('/admin/desk')",
    '/^\\/newsletter\\/leave/',
    "'__Host-iaps_session'",
    '`/membership/form`',
    "service: 'iaps'",
    "'certificate-key'",
  ])
    expect(namesTheAcademy(planted), planted).toBe(true)
})

/** Whether a text has an address of a page, the name of a cookie or a key, or the name of the Academy. */
function namesTheAcademy(text: string): boolean {
  return /\/\(?(admin|account|editor|fellowship|membership|newsletter|confirm|events|people)\b|iaps|certificate-key/i.test(
    text,
  )
}

/** Folders of code with too many files directly inside. */
function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const folder of files.map((file) => dirname(file))) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > maxFiles && folder !== 'app/db/migrations')
    .map(([folder]) => folder)
}

function longFiles(files: readonly { path: string; text: string }[]): string[] {
  return files
    .filter(
      ({ path, text }) => !path.startsWith('app/db/migrations/') && text.split('\n').length > maxLines + 1,
    )
    .map(({ path }) => path)
}

function upwards(edges: readonly Edge[]): string[] {
  const rankOf = (feature: string) => featureRanks.findIndex((rank) => rank.includes(feature))
  return edges.filter(({ from, to }) => rankOf(from) <= rankOf(to)).map(({ from, to }) => `${from} -> ${to}`)
}
