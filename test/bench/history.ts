import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { evidenceFolder, tableOf } from './evidence.ts'
import type { Goal } from './numbers.ts'

/** What earlier runs measured, so that a slip shows. */

export interface RecordedRun {
  at: string
  commit: string
  /** Runs are compared only with those of the same kind of machine. */
  machine: string
  measured: Record<string, string>
}

const file = join(evidenceFolder, 'load-runs.json')
const maxRuns = 30
const maxColumns = 5
const tolerance = 1.1

export function readRuns(): RecordedRun[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedRun[]) : []
}

export function recordRun(runs: RecordedRun[], run: RecordedRun) {
  writeFileSync(file, `${JSON.stringify([run, ...runs].slice(0, maxRuns), undefined, 2)}\n`)
}

/** The newest recorded value of each goal on this kind of machine. */
export function lastMeasured(runs: RecordedRun[], machine: string): Map<string, string> {
  const own = runs.filter((run) => run.machine === machine)
  return new Map(own.toReversed().flatMap(({ measured }) => Object.entries(measured)))
}

/** Whether a figure is worse than the last one by more than what two runs differ by chance. */
export function hasSlipped({ goal, measured }: Pick<Goal, 'goal' | 'measured'>, last = ''): boolean {
  const [now, before] = [Number.parseFloat(measured), Number.parseFloat(last)]
  return goal.includes('at least') ? now * tolerance < before : now > before * tolerance
}

/** One row for each goal, with a column for each of the newest runs. */
export function historyTable(runs: RecordedRun[]): string {
  const shown = runs.slice(0, maxColumns)
  const goals = [...new Set(shown.flatMap(({ measured }) => Object.keys(measured)))]
  const headings = shown.map(({ at, commit }) => `${at.slice(0, 10)} ${commit}`)
  return tableOf(
    ['Goal', ...headings],
    goals.map((goal) => [goal, ...shown.map(({ measured }) => measured[goal] ?? '–')]),
  )
}
