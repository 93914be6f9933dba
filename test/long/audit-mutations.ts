import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import type { Tables } from '#db/schema/tables.ts'
import { hashOfDetails, hashOfEntry } from '#features/audit/chain.ts'
import { verifyChain } from '#features/audit/verify.server.ts'
import { anchorKey } from '#features/audit/anchor-signatures.server.ts'
import { fillDays, tryAnchorHarms } from '#test/hostile/anchor-harms.ts'
import { dropChecks, fillTrail, picker, tryHarms } from '#test/makers/audit-trail.ts'
import { createDatabase, dropDatabase, startPostgres } from '#test/harness/postgres.ts'

/**
 * Manipulates audit trails at random, times the check of a long one, and writes the results to docs/evidence/audit.md.
 */

const times = Number(process.argv[2] ?? 10_000)
const longTrail = 100_000
const rounds = 100
const anchorTimes = Math.ceil(times / 10)
const start = new Date('1995-01-02T09:00:00Z')

const root = join(import.meta.dirname, '../..')
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()

const folder = mkdtempSync(join(tmpdir(), 'audit-mutations-'))
const sqlite = await measure(join(folder, 'site.db'))
rmSync(folder, { recursive: true })

const server = await startPostgres()
const url = await createDatabase(server.url)
const postgres = await measure(url)
await dropDatabase(url)
await server.stop()

mkdirSync(join(root, 'docs/evidence'), { recursive: true })
writeFileSync(join(root, 'docs/evidence/audit.md'), report())
const missed = [...sqlite.missed, ...postgres.missed, ...sqlite.anchored.missed, ...postgres.anchored.missed]
console.log(
  missed.length === 0 ? `All ${times} manipulations were detected on each engine.` : missed.slice(0, 20),
)
process.exitCode = missed.length === 0 ? 0 : 1

async function measure(address: string) {
  const db = openDatabase(address)
  await migrate(db, start)
  await writeLongTrail(db)
  const begin = performance.now()
  const before = process.cpuUsage()
  const verdict = await verifyChain(db)
  const used = process.cpuUsage(before)
  const seconds = { wall: (performance.now() - begin) / 1000, cpu: (used.user + used.system) / 1e6 }
  if (!verdict.ok || verdict.entries !== longTrail)
    throw new Error(`The long trail is broken: ${JSON.stringify(verdict)}`)

  await clear(db)
  await dropChecks(db)
  const anchors = await fillTrail(db, 60)
  const tried: Record<string, number> = {}
  const missed: object[] = []
  for (let seed = 1; seed <= rounds; seed++) {
    const round = await tryHarms(db, anchors, times / rounds, picker(seed))
    for (const [kind, count] of Object.entries(round.tried)) tried[kind] = (tried[kind] ?? 0) + count
    missed.push(...round.missed.map((harm) => ({ seed, ...harm })))
    // Rolled-back rows would otherwise pile up.
    await sql`vacuum`.execute(db)
  }
  await clear(db)
  const anchored = await harmAnchors(db)
  await db.destroy()
  return { seconds, tried, missed, anchored }
}

async function harmAnchors(db: Kysely<Tables>) {
  const trailFolder = mkdtempSync(join(tmpdir(), 'anchor-harms-'))
  const key = anchorKey('the secret of this site, which no database holds')
  await fillDays(db, trailFolder, key)
  const outcome = await tryAnchorHarms(db, trailFolder, key, anchorTimes, picker(11))
  rmSync(trailFolder, { recursive: true })
  return outcome
}

async function writeLongTrail(db: Kysely<Tables>) {
  let hash = ''
  for (let from = 1; from <= longTrail; from += 1000) {
    const entries: Tables['audit_entry'][] = []
    const details: Tables['audit_detail'][] = []
    for (let seq = from; seq < from + 1000; seq++) {
      const body = JSON.stringify({
        address: '192.0.2.7',
        changes: { title: [`Title ${seq - 1}`, `Title ${seq}`] },
      })
      const salt = seq.toString(16).padStart(32, '0')
      const entry = {
        seq,
        at: start.getTime() + seq * 1000,
        actor: `staff:0199c0de-0000-7000-8000-${String(seq % 40).padStart(12, '0')}`,
        action: 'entry.saved',
        subject: `entry:0199c0de-0000-7000-9000-${String(seq % 900).padStart(12, '0')}`,
        details_hash: hashOfDetails(salt, body),
        previous_hash: hash,
      }
      hash = hashOfEntry(entry)
      entries.push({ ...entry, hash })
      details.push({ seq, salt, body })
    }
    await db.insertInto('audit_entry').values(entries).execute()
    await db.insertInto('audit_detail').values(details).execute()
  }
  await db.updateTable('audit_head').set({ seq: longTrail, hash }).execute()
}

async function clear(db: Kysely<Tables>) {
  await db.deleteFrom('audit_detail').execute()
  await db.deleteFrom('audit_entry').execute()
  await db.updateTable('audit_head').set({ seq: 0, hash: '' }).execute()
}

function timeOf({ seconds }: typeof sqlite) {
  return `${seconds.wall.toFixed(2)} s, of which ${seconds.cpu.toFixed(2)} s processor time`
}

function report(): string {
  const kinds = [...new Set([...Object.keys(sqlite.tried), ...Object.keys(postgres.tried)])].toSorted()
  const found = (engine: typeof sqlite) => `${times - engine.missed.length} of ${times}`
  return `# Every manipulation of the audit trail is detected

Test I2 of the threat model, made by \`node test/long/audit-mutations.ts\`; a fast part of it is in \`npm test\`.

${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, ${cpus().length} cores, ${process.platform}, load ${loadavg()[0]?.toFixed(1)}.

| | SQLite | PostgreSQL |
|---|---|---|
| Manipulations detected, with the first bad entry named | ${found(sqlite)} | ${found(postgres)} |
| Check of ${longTrail} entries with details (goal: under 5 s) | ${timeOf(sqlite)} | ${timeOf(postgres)} |

A trail of 60 entries with two erasures and an anchor after every tenth entry is written through the site's own
operations. Each manipulation is made to a fresh copy that replaces the real one in the database; foreign keys are off,
as they would be for a forger. Detected means: exactly the first changed entry is named. Only if a manipulation leaves
no trace of where it started (a chain rewritten with all its hashes, a changed head, a forged erasure, entries appended
after the end) does any entry from there up to the first evidence count: the next anchor, the head or the forged act.

| Manipulation | SQLite | PostgreSQL |
|---|---|---|
${kinds.map((kind) => `| ${kind} | ${sqlite.tried[kind] ?? 0} | ${postgres.tried[kind] ?? 0} |`).join('\n')}

## Manipulations of the anchors

Six days of entries with four signed anchors each are written through the site's own operations; then the forger, who
can write the database and the file of anchors but does not have the secret, does one of these (seed 11). Detected means:
the check fails. ${anchorTimes - sqlite.anchored.missed.length} of ${anchorTimes} were detected on SQLite, ${anchorTimes - postgres.anchored.missed.length} of ${anchorTimes} on PostgreSQL.

| Manipulation | SQLite | PostgreSQL |
|---|---|---|
${Object.keys(sqlite.anchored.tried)
  .toSorted()
  .map((kind) => `| ${kind} | ${sqlite.anchored.tried[kind]} | ${postgres.anchored.tried[kind] ?? 0} |`)
  .join('\n')}

What this does not detect: a forger who rewrites only entries newer than the last anchor, and also the head of the trail;
one who removes only the anchors of the last 26 hours together with the entries they cover; and one who has the secret of
the site. That is why the first anchor of a day can be emailed, and why the dashboard warns as long as none is.
`
}
