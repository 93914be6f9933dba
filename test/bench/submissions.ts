import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expectSaved, fillInForms, openForForms } from './forms-to-send.ts'
import { runTraffic } from './load.ts'
import { ownProcessorMs } from './machine.ts'
import { median, printTable, round, type Goal } from './numbers.ts'
import type { Outcomes } from './traffic-plan.ts'

const submitters = 50
const rounds = 3
const formsEach = 300
const minPerSecond = 100
const maxMs = 1000

/**
 * A deadline: many people submit nominations with 4 KB of text in parallel. Each answer means that the case, the
 * letters to three people and the audit trail are on the disk. Compared with the disk itself: rows of as many bytes,
 * each in its own transaction.
 */
export async function measureSubmissions(dataDir: string, folder: string) {
  const own = join(folder, 'submissions')
  const { db, store, site, close } = await openForForms(dataDir, own)
  try {
    const loads: MeasuredTurn[] = []
    for (let turn = 0; turn <= rounds; turn++) {
      const barePerSecond = commitBare(join(folder, 'bare.db'))
      const lot = `text${turn}`
      const errands = await fillInForms(db, store, site.address, { lot, count: formsEach })
      const before = ownProcessorMs(site.pid)
      const { sending } = await runTraffic(folder, {
        ...{ address: site.address, seconds: 0 },
        groups: [{ name: 'sending', kind: 'senders', count: submitters, errands }],
      })
      const processorMsEach = (ownProcessorMs(site.pid) - before) / formsEach
      const { acknowledged } = await expectSaved(db, lot, sending!.acknowledged)
      const perSecond = (sending!.perSecond * acknowledged) / formsEach
      // The first turn warms up.
      if (turn > 0) loads.push({ ...sending!, perSecond, processorMsEach, barePerSecond, acknowledged })
    }
    return report(loads)
  } finally {
    await close()
  }
}

type MeasuredTurn = Pick<Outcomes, 'perSecond' | 'p50' | 'p99'> & {
  processorMsEach: number
  barePerSecond: number
  acknowledged: number
}

/** Rows with 4 KB of text, one per transaction, as fast as the engine and the disk allow. */
function commitBare(path: string): number {
  const bare = new Sqlite(path)
  bare.pragma('journal_mode = WAL')
  bare.pragma('synchronous = FULL')
  bare.exec('create table if not exists row (body text)')
  const insert = bare.prepare('insert into row values (?)')
  const started = performance.now()
  for (let at = 0; at < formsEach; at++) insert.run('x'.repeat(4096))
  const perSecond = (formsEach * 1000) / (performance.now() - started)
  bare.close()
  return perSecond
}

function report(loads: MeasuredTurn[]) {
  const middle = (key: 'perSecond' | 'p50' | 'p99' | 'processorMsEach' | 'barePerSecond') =>
    round(median(loads.map((load) => load[key])), 1)
  const result = {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    processorMsEach: middle('processorMsEach'),
    barePerSecond: middle('barePerSecond'),
  }
  console.log(
    `\nForms sent by ${submitters} people in parallel, medians of ${rounds} turns of ${formsEach}; ` +
      'compared with bare rows of 4 KB, a transaction each',
  )
  printTable(
    ['submissions/s', 'p50 ms', 'p99 ms', 'processor ms each', 'bare rows/s', 'of bare'],
    [
      [
        ...[result.perSecond, result.p50, result.p99, result.processorMsEach, result.barePerSecond],
        round(result.perSecond / result.barePerSecond, 2),
      ],
    ],
  )
  const acknowledged = loads.reduce((sum, load) => sum + load.acknowledged, 0)
  const goals: Goal[] = [
    {
      goal: `${submitters} submitters: every form accepted and found again`,
      measured: `${acknowledged} of ${loads.length * formsEach}`,
      met: acknowledged === loads.length * formsEach,
    },
    {
      goal: `${submitters} submitters: at least ${minPerSecond} durable submissions a second`,
      measured: `${result.perSecond}/s (${round(1000 / result.processorMsEach)} a processor second)`,
      met: result.perSecond >= minPerSecond,
    },
    {
      goal: `${submitters} submitters: p99 under ${maxMs} ms`,
      measured: `${result.p99} ms`,
      met: result.p99 < maxMs,
    },
  ]
  return { result, goals }
}
