import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Operators search the log by the names of its events, so docs/running.md explains each. */

const sources = globSync(['app/**/*.{ts,tsx}', '*.ts']).filter((file) => !/\.test\.tsx?$/.test(file))

test('every event of the log is explained, and every explained event exists', () => {
  const logged = new Set(sources.flatMap((file) => eventsIn(readFileSync(file, 'utf8'))))
  const [, table = ''] = readFileSync('docs/running.md', 'utf8').split('| Event | What happened |\n')
  const rows = table.split('\n\n')[0]?.split('\n') ?? []
  const explained = new Set(rows.flatMap((row) => namesIn(row.split(' | ')[0] ?? '')))

  expect(logged.size).toBeGreaterThan(30)
  expect([...logged].filter((event) => !explained.has(event))).toEqual([])
  expect([...explained].filter((event) => !logged.has(event))).toEqual([])
})

/** The first argument of `log` and `logError`, also if it is chosen between two names. */
function eventsIn(source: string): string[] {
  const calls = source.matchAll(/\blog(?:Error)?\(\s*((?:[^,()']*\?\s*)?'[\w.-]+'(?:\s*:\s*'[\w.-]+')?)/g)
  return [...calls].flatMap(([, first = '']) =>
    [...first.matchAll(/'([\w.-]+)'/g)].map(([, name = '']) => name),
  )
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name)
}
