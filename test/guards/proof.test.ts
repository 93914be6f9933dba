import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { alsoOnPostgres, onlyInFullRun, onlyOnPostgres, onlyOnSqlite } from '#test/short-run.ts'

/** The page of proofs is complete: every number once, and nothing named that does not exist. */

const page = readFileSync('docs/proof.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** How many tests the threat model has under each letter. */
const counts = {
  ...{ A: 9, B: 5, C: 7, D: 8, E: 4, F: 2, G: 4, H: 6, I: 2, J: 4 },
  ...{ K: 1, L: 2, M: 2, N: 3, O: 2, P: 3, Q: 2, R: 2, S: 4 },
}
const numbers = Object.entries(counts).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
)

test('each of the 72 tests has one row, with all four cells filled in', () => {
  const rows = page.split('\n').filter((line) => /^\| [A-Z]\d+ /.test(line))

  expect(numbers).toHaveLength(72)
  expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(numbers)
  for (const row of rows) expect(row.split('|').map((cell) => cell.trim().length > 0)).toEqual(filled)
})

const filled = [false, true, true, true, true, false]

test('everything that attacks and daily work found has one row, with all four cells filled in', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| (Security|Staff|Casework) \d+ |^\| Model of /.test(line))
  const names = rows.map((row) => row.split('|')[1]?.trim())

  expect(names).toEqual([
    ...Array.from({ length: 15 }, (_, at) => `Security ${at + 1}`),
    ...Array.from({ length: 21 }, (_, at) => `Staff ${at + 1}`),
    ...['Casework 4', 'Casework 7', 'Model of an account', 'Model of strangers'],
    ...['Model of form drafts', 'Model of editors’ drafts'],
  ])
  for (const row of rows) expect(row.split('|').map((cell) => cell.trim().length > 0)).toEqual(filled)
})

test('every linked file exists', () => {
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)

  expect(links.length).toBeGreaterThan(100)
  expect(links.filter((target) => !existsSync(join('docs', target.replace(/#.*/, ''))))).toEqual([])
})

test('every named command exists', () => {
  const named = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  const started = [...page.matchAll(/`node ([\w./-]+)/g)].map(([, file = '']) => file)

  expect(named.filter((name) => !(name in scripts))).toEqual([])
  expect(started.filter((file) => !existsSync(file))).toEqual([])
})

/** What a row names with the full run, in the brackets after it. */
const namedForFull = /`npm run test:full` \((?:[^()]|\([^()]*\))*\)/g

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => ({ name: line.split('|')[1]?.trim() ?? '', line: line.replaceAll(namedForFull, '') }))

test('what only the full run tests exists, and no row claims it for the short one', () => {
  const listed = [...onlyInFullRun, ...alsoOnPostgres, ...onlyOnPostgres, ...onlyOnSqlite].filter(
    (file) => !file.includes('*'),
  )
  const claimed = rows.flatMap(({ name, line }) =>
    onlyInFullRun.filter((file) => line.includes(`../${file}`)).map((file) => `${name} ${file}`),
  )

  expect(listed.filter((file) => !existsSync(file))).toEqual([])
  expect(claimed).toEqual([])
})

test('of a file with single tests for the full run, each row means one that both runs make', () => {
  const files = globSync('{app,test}/**/*.test.{ts,tsx}').filter((file) => fullTestIn(file))
  const linked = rows.flatMap(({ name, line }) =>
    files.filter((file) => line.includes(`../${file}`)).map((file) => `${name} ${file}`),
  )
  const wrong = Object.entries(meant).filter(([key, title]) => {
    const text = readFileSync(key.slice(key.lastIndexOf(' ') + 1), 'utf8')
    return !text.includes(title) || isOnlyInFull(text, title)
  })

  expect(files.length).toBeGreaterThan(20)
  expect(linked.toSorted()).toEqual(Object.keys(meant).toSorted())
  expect(wrong).toEqual([])
})

test('a clause that says “both engines” of the short run is about files that it tests on both', () => {
  const claims = rows.flatMap(({ name, line }) =>
    line
      .split(/[;|]/)
      .filter((clause) => clause.includes('`npm test`') && clause.includes('both engines'))
      .map((clause) => ({ name, tests: [...clause.matchAll(/\]\(\.\.\/([^)]+\.test\.ts)/g)] })),
  )
  const wrong = claims.filter(
    ({ tests }) => tests.length === 0 || !tests.every(([, file = '']) => isOnPostgres(file)),
  )
  expect(claims.length).toBeGreaterThan(0)
  expect(wrong.map(({ name }) => name)).toEqual([])
})

function isOnPostgres(file: string): boolean {
  return alsoOnPostgres.some((pattern) => matchesGlob(file, pattern))
}

function fullTestIn(file: string): boolean {
  return !onlyInFullRun.includes(file) && /^ {0,2}(\w+\(.*|.*)\bonlyInFull\b/m.test(withoutImports(file))
}

function withoutImports(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/^import [\s\S]*? from '.*'$/gm, '')
}

/** Its options are between its title and its function. */
function isOnlyInFull(text: string, title: string): boolean {
  const after = text.slice(text.indexOf(title) + title.length)
  return after.slice(0, after.indexOf('=>')).includes('onlyInFull')
}

/** For each row and such a file the test that is meant. */
const meant: Record<string, string> = {
  'A7 test/requests/machines/two-processes.test.ts':
    'a session ended at one process is ended at the other by the next request (A7)',
  'A8 test/e2e/staff/staff-sign-in.test.ts': 'a lost password is replaced by a mailed link that works once',
  'C2 test/e2e/site/hostile-documents.test.ts':
    'no document of the corpus runs anything when it is opened in the editor',
  'C5 test/e2e/staff/staff-every-page.test.ts':
    'of what $who sees in the staff area no page or state that this run takes has faults on any screen, also for axe',
  'D2 test/e2e/staff/media.test.ts': 'a drawing full of tricks does nothing in a browser, opened or shown',
  'D7 test/e2e/staff/media.test.ts': 'a drawing full of tricks does nothing in a browser, opened or shown',
  'G1 test/requests/machines/two-processes.test.ts':
    'of a burst at both processes exactly the rest of a limit is accepted, and a kill does not raise it (G1)',
  'G2 test/e2e/site/forms.test.ts':
    'a member applies with scripts off, and continues elsewhere by the mailed link',
  'J4 test/requests/machines/workers.test.ts': 'a killed process is replaced, and the site keeps answering',
  'L1 test/faults/database.test.ts':
    'while PostgreSQL is cut off and silent, pages stay up, writes are refused with a message, and nothing is lost (L1, L2)',
  'N2 test/requests/machines/two-processes.test.ts':
    'scheduled entries are published and end on time and once, though a process is killed in between',
  'O1 test/e2e/staff/content-work.test.ts':
    'two people write in parallel: the second sees both texts, and nothing is lost',
  'O2 test/requests/machines/two-processes.test.ts':
    'what is published through one process is on two others within two seconds, and no page is half old',
  'Q1 app/features/backups/points/points.server.test.ts':
    'a site is restored as it was at any moment, with its files and keys, and nothing that came later',
  'Q1 app/features/backups/points/chains.server.test.ts': 'a new chain begins after a day',
  'R2 app/features/backups/move.server.test.ts':
    'a site moves to the other engine and back without a row changed',
  'S3 test/guards/start.test.ts': '%s=%s stops the start with one sentence',
  'Security 1 test/e2e/staff/staff-joining.test.ts':
    'someone signs up, waits, is approved with a reason, gets a letter and can work',
  'Staff 1 test/e2e/staff/content-work.test.ts':
    'someone who returns sees what they typed last, continues, and can revert',
  'Staff 3 test/e2e/staff/content-work.test.ts':
    'two people write in parallel: the second sees both texts, and nothing is lost',
  'Staff 5 test/e2e/site/error-page.test.ts':
    'a page that fails while rendering shows the error page, in the chosen theme',
  'Staff 6 test/e2e/staff/content-work.test.ts':
    'one field that does not fit yet does not prevent saving the others',
  'Staff 10 test/e2e/staff/staff-frame.test.ts':
    'on %s the rail is whole in a laptop, with the page marked and what waits counted',
  'Staff 12 test/e2e/staff/long-documents.test.ts':
    'a constitution has one toolbar, which follows the cursor, and its first text is in the first screen',
  'Staff 13 test/e2e/staff/staff-work.test.ts':
    'changed settings appear on the public site within two seconds, and in the audit trail',
  'Staff 14 test/e2e/staff/palette.test.ts': 'the palette opens pages and runs actions by the keyboard alone',
  'Casework 7 test/e2e/site/form-devices.test.ts':
    'two devices with scripts share a form: newer answers appear, and two answers wait for a choice',
  'Operations 4 test/requests/machines/heavy-work.test.ts':
    'a backup whose process was killed is written anew, once, and can be read',
  'Leaving a form test/e2e/site/form-devices.test.ts': 'what was typed right before leaving',
}
