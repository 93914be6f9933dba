import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

test('what only the full run tests exists, and no row claims it for the short one', () => {
  const listed = [...onlyInFullRun, ...alsoOnPostgres, ...onlyOnPostgres, ...onlyOnSqlite].filter(
    (file) => !file.includes('*'),
  )
  const rows = page.split('\n').filter((line) => line.startsWith('| '))
  const claimed = rows.filter(
    (row) => onlyInFullRun.some((file) => row.includes(`../${file}`)) && !row.includes('npm run test:full'),
  )

  expect(listed.filter((file) => !existsSync(file))).toEqual([])
  expect(claimed).toEqual([])
})
