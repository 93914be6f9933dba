import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openDatabase } from '#db/engine.server.ts'
import type { Db } from '#db/tables.ts'
import { draftCookieName } from '#features/forms/cookies.ts'
import { openFileStore, type FileStore } from '#server/files.server.ts'
import { makeFilledDraft, openCalls } from '#test/cases.ts'
import { runOwn, type Load } from './load.ts'
import { ownProcessorMs } from './machine.ts'
import { median, printTable, round, type Goal } from './numbers.ts'
import { startSite, type RunningServer } from './servers.ts'

const submitters = 50
const rounds = 3
const formsEach = 300
const leastPerSecond = 100
const longestMs = 1000

/**
 * A deadline: many people at once send nominations with 4 KB of text. Each answer means that the case, the letters to
 * three people and the trail are on the disk. Beside it stands what the disk itself gives: rows of as many bytes, each
 * in a transaction of its own.
 */
export async function measureSubmissions(dataDir: string, folder: string) {
  const own = join(folder, 'submissions')
  cpSync(dataDir, own, { recursive: true })
  const db = openDatabase(join(own, 'site.db'))
  const store = openFileStore(join(own, 'private'))
  await openCalls(db, new Date())
  const site = await startSite(own)
  try {
    const loads: (Load & { processorMsEach: number; barePerSecond: number })[] = []
    for (let turn = 0; turn <= rounds; turn++) {
      const barePerSecond = commitBare(join(folder, 'bare.db'))
      const file = join(folder, `forms-${turn}.json`)
      writeFileSync(file, JSON.stringify(await fillInForms(db, store, site, turn)))
      const before = ownProcessorMs(site.pid)
      const load = await runOwn('submit-generator.ts', [
        `${site.address}/fellowship/fellow-nomination-form/check`,
        file,
        `${submitters}`,
      ])
      const processorMsEach = (ownProcessorMs(site.pid) - before) / formsEach
      // The first turn warms up.
      if (turn > 0) loads.push({ ...load, processorMsEach, barePerSecond })
    }
    await expectAll(db)
    return report(loads)
  } finally {
    await db.destroy()
    await site.stop()
  }
}

async function fillInForms(
  db: Db,
  store: FileStore,
  { address }: RunningServer,
  turn: number,
): Promise<string[]> {
  const now = new Date()
  const analysis = 'A word of four thousand. '.repeat(164).trim()
  const cookies: string[] = []
  for (let at = 0; at < formsEach; at++) {
    const own = {
      email: `n-${turn}-${at}@example.org`,
      proposerEmail: `bench-${turn}-${at}@example.org`,
      analysis,
    }
    const token = await makeFilledDraft(db, 'fellow', now, own, store)
    cookies.push(`${draftCookieName('fellow', address)}=${token}`)
  }
  return cookies
}

/** Rows with 4 KB of text, one a transaction, as fast as the engine and the disk take them. */
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

async function expectAll(db: Db) {
  const { count } = await db
    .selectFrom('dossier')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sender_email', 'like', 'bench-%')
    .executeTakeFirstOrThrow()
  if (count !== (rounds + 1) * formsEach) throw new Error(`Of the forms that were sent ${count} are there.`)
}

function report(loads: (Load & { processorMsEach: number; barePerSecond: number })[]) {
  const middle = (key: keyof (typeof loads)[number]) => round(median(loads.map((load) => load[key])), 1)
  const result = {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    processorMsEach: middle('processorMsEach'),
    barePerSecond: middle('barePerSecond'),
  }
  console.log(
    `\nForms sent by ${submitters} people at once, medians of ${rounds} turns of ${formsEach}; ` +
      'beside them bare rows of 4 KB, a transaction each',
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
  const goals: Goal[] = [
    {
      goal: `${submitters} submitters: at least ${leastPerSecond} durable submissions a second`,
      measured: `${result.perSecond}/s (${round(1000 / result.processorMsEach)} a processor second)`,
      met: result.perSecond >= leastPerSecond,
    },
    {
      goal: `${submitters} submitters: p99 under ${longestMs} ms`,
      measured: `${result.p99} ms`,
      met: result.p99 < longestMs,
    },
  ]
  return { result, goals }
}
