import { expect, test } from 'vitest'
import { hasSlipped, historyTable, lastMeasured, type RecordedRun } from './history.ts'

const run = (commit: string, machine: string, measured: Record<string, string>): RecordedRun => ({
  at: '1990-01-02T00:00:00Z',
  ...{ commit, machine, measured },
})
const runs = [
  run('c3', 'small', { 'start under 2 s': '1.4 s' }),
  run('b2', 'large', { 'start under 2 s': '0.5 s', 'pages at least 0.95': '0.97' }),
  run('a1', 'small', { 'start under 2 s': '1.2 s', 'pages at least 0.95': '0.96' }),
]

test('a figure is compared with the newest one of the same machine', () => {
  expect(Object.fromEntries(lastMeasured(runs, 'small'))).toEqual({
    'start under 2 s': '1.4 s',
    'pages at least 0.95': '0.96',
  })
})

test.each([
  ['memory under 150 MB', '160 MB', '140 MB', true],
  ['memory under 150 MB', '142 MB', '140 MB', false],
  ['pages at least 0.95 of bare', '0.8 (0.7)', '0.95', true],
  ['pages at least 0.95 of bare', '0.99', '0.95', false],
  ['a new goal', '7', undefined, false],
])('%s: %s after %s counts as a slip: %s', (goal, measured, last, slipped) => {
  expect(hasSlipped({ goal, measured }, last)).toBe(slipped)
})

test('the history has a column for each run, and a dash where a run did not measure a goal', () => {
  expect(historyTable(runs)).toBe(
    `| Goal | 1990-01-02 c3 | 1990-01-02 b2 | 1990-01-02 a1 |
| --- | --- | --- | --- |
| start under 2 s | 1.4 s | 0.5 s | 1.2 s |
| pages at least 0.95 | – | 0.97 | 0.96 |`,
  )
})
