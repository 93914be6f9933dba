import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startPostgres } from '#test/harness/postgres.ts'
import { holdWriteLock } from './busy.ts'
import { breakDatabase } from './database.ts'
import { cutPower } from './cuts.ts'
import type { IgnoredSyncs } from './disk-layer.ts'
import { fillDisk } from './disk.ts'
import { failOver } from './failover.ts'
import { cutFirstStarts } from './first-cuts.ts'
import { killAtRandom } from './kills.ts'
import { killAtPoints } from './named-kills.ts'
import { openFaultSite, type FaultSite } from './fault-site.ts'
import { breakCluster } from './patroni/patroni.ts'
import { whatIsMissing } from './patroni/programs.ts'
import { hasPooler, startPooler } from './pooler.ts'
import { countSyncs } from './syncs.ts'
import { failWrites } from './writes.ts'

/** The campaign: `npm run test:faults -- --kills 10000 --seed 7 --engine postgres --only kills --minutes 15`. */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    times: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string', default: 'sqlite' },
    only: { type: 'string', default: '' },
    /** For the part "cuts": syncs that are acknowledged and not done, "files", "folders" or "all". */
    'ignored-syncs': { type: 'string' },
    minutes: { type: 'string', default: 'Infinity' },
    /** For the parts "database" and "patroni", such as "cut,locked"; by default all of them. */
    faults: { type: 'string', default: '' },
    /** The site reaches PostgreSQL through pgbouncer in transaction mode. */
    pooled: { type: 'boolean', default: false },
    lock: { type: 'string', default: '60' },
  },
})
const seed = Number(values.seed)
const lockMs = Number(values.lock) * 1000
const endsAt = performance.now() + Number(values.minutes) * 60_000
const server = values.engine === 'postgres' ? await startPostgres() : undefined
const isPooled = values.pooled
if (isPooled && !(server && hasPooler))
  throw new Error('--pooled needs --engine postgres and pgbouncer (Debian: apt-get install pgbouncer).')
const pooler = isPooled && server ? await startPooler(server.url, 20) : undefined
const chosenFaults = values.faults ? values.faults.split(',') : 'all'

type Results = Record<string, unknown> & { faults: string[] }

const parts: Record<string, () => Promise<Results>> = {
  kills: () =>
    atFaultSite(async (testSite) => ({
      ...(await killAtRandom(testSite, { kills: Number(values.kills), seed, endsAt }, console.log)),
    })),
  points: () =>
    atFaultSite((testSite) =>
      killAtPoints(testSite, { rounds: Number(values.rounds), seed, endsAt }, console.log),
    ),
  syncs: () => atFaultSite((testSite) => countSyncs(testSite, 20)),
  disk: () => fillDisk({ times: Number(values.times), postgresUrl: server?.url }, console.log),
  ...(server && {
    database: () =>
      breakDatabase(
        server.url,
        { lengthMs: 4000, lockMs, only: chosenFaults, isTimed: true, isPooled },
        console.log,
      ),
    failover: () => failOver({ how: 'killed', lengthMs: 4000, isTimed: true }, console.log),
    vanished: () => failOver({ how: 'vanished', lengthMs: 4000, isTimed: true }, console.log),
    patroni: async () => {
      const skipped = whatIsMissing()
      return skipped === undefined
        ? breakCluster({ only: chosenFaults, isTimed: true }, console.log)
        : { skipped, faults: [] }
    },
  }),
  ...(!server && {
    cuts: () =>
      cutPower(
        { times: Number(values.times), seed, endsAt, ignoredSyncs: values['ignored-syncs'] as IgnoredSyncs },
        console.log,
      ),
    'first-cuts': () => cutFirstStarts({ times: Number(values.times), seed, endsAt }, console.log),
    writes: () => failWrites({ times: Number(values.times), seed, endsAt }, console.log),
    busy: () => holdWriteLock({ lengthMs: 20_000, lockMs, seed, isTimed: true }, console.log),
  }),
}

async function atFaultSite(work: (testSite: FaultSite) => Promise<Results>): Promise<Results> {
  const testSite = await openFaultSite({
    postgresUrl: server?.url,
    ...(pooler && { throughProxy: pooler.addressOf }),
  })
  try {
    return await work(testSite)
  } finally {
    await testSite.close()
  }
}

const wanted = values.only ? values.only.split(',') : Object.keys(parts)
for (const name of wanted) {
  const part = parts[name]
  if (!part) throw new Error(`There is no part "${name}"; there are ${Object.keys(parts).join(', ')}.`)
  const started = performance.now()
  const { faults, ...results } = await part()
  const seconds = Math.round((performance.now() - started) / 1000)
  const said = Object.entries(results).map(([key, value]) => `${key} ${String(value)}`)
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `${name} on ${values.engine}${isPooled ? ' through pgbouncer' : ''}, seed ${seed}: ${said.join(', ')}, faults ${faults.length} (${seconds} s, load ${load})`,
  )
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  if (faults.length) process.exitCode = 1
}
await pooler?.stop()
await server?.stop()
