import { sql, type Selectable } from 'kysely'
import { engineOf } from '#db/engine/engine.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import type { Anchor } from '#features/audit/anchors.server.ts'
import { eraseDetails, record } from '#features/audit/operations.server.ts'
import { verifyChain } from '#features/audit/verify.server.ts'
import { makeRandom } from '#starter/random.ts'
import { thingChanged } from './any-action.ts'
import { harm, trailBegan } from './audit-harms.ts'

/** A trail in memory, to be manipulated and written back into a database. */
export interface Trail {
  entries: Selectable<Tables['audit_entry']>[]
  details: Selectable<Tables['audit_detail']>[]
  head: Selectable<Tables['audit_head']>[]
}

export type Pick = (below: number) => number

/** Picks integers below a limit, the same ones in every run. */
export function picker(seed: number): Pick {
  const random = makeRandom(seed)
  return (below) => Math.floor(random() * below)
}

/** Writes a trail through the domain's own functions, with two erasures in it, and an anchor every tenth entry. */
export async function fillTrail(db: Db, count: number): Promise<Anchor[]> {
  const anchors: Anchor[] = []
  for (let number = 1; number <= count; number++) {
    const now = new Date(trailBegan + number * 60_000)
    const actor: Actor =
      number % 3 === 0
        ? system
        : { kind: 'staff', id: `s${number % 5}`, role: 'admin', address: `192.0.2.${number % 250}` }
    await inTransaction(db, async (db) => {
      if (number === Math.floor(count / 2))
        return eraseDetails(db, actor, { subject: 'thing:t1' }, 'asked', now)
      if (number === count - 5) return eraseDetails(db, actor, { actorId: 's2', seqs: [4] }, 'asked', now)
      return record(
        db,
        actor,
        thingChanged,
        `thing:t${number % 7}`,
        { changes: { n: [number - 1, number] } },
        now,
      )
    })
    if (number % 10 === 0) anchors.push({ day: dayOf(now, number), ...(await readHead(db)) })
  }
  return anchors
}

function dayOf(now: Date, number: number) {
  return new Date(now.getTime() + number * 86_400_000).toISOString().slice(0, 10)
}

function readHead(db: Db) {
  return db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
}

export async function readTrail(db: Db): Promise<Trail> {
  return {
    entries: await db.selectFrom('audit_entry').selectAll().orderBy('seq').execute(),
    details: await db.selectFrom('audit_detail').selectAll().orderBy('seq').execute(),
    head: await db.selectFrom('audit_head').selectAll().execute(),
  }
}

/** Someone who can write the tables past our code can also remove the database's own checks. */
export async function dropChecks(db: Db): Promise<void> {
  if (engineOf(db) === 'sqlite') await sql`pragma foreign_keys = off`.execute(db)
  else await sql`alter table audit_detail drop constraint audit_detail_seq_fkey`.execute(db)
}

/** Manipulates copies of the trail many times. Returns what was not detected, or not at the right entry. */
export async function tryHarms(db: Db, anchors: Anchor[], times: number, pick: Pick) {
  const whole = await readTrail(db)
  const tried: Record<string, number> = {}
  const missed: object[] = []
  for (let time = 0; time < times; time++) {
    const trail = structuredClone(whole)
    const { kind, first, last = first } = harm(trail, anchors, pick)
    const verdict = await verdictOn(db, trail, anchors)
    tried[kind] = (tried[kind] ?? 0) + 1
    if (!verdict || verdict.ok || verdict.seq < first || verdict.seq > last)
      missed.push({ kind, first, last, verdict })
  }
  return { tried, missed }
}

function verdictOn(db: Db, trail: Trail, anchors: Anchor[]) {
  return withTrail(db, trail, (db) => verifyChain(db, anchors))
}

/** What a check says about a trail that replaced the real one. The real one is restored afterwards. */
export async function withTrail<T>(
  db: Db,
  trail: Trail,
  check: (db: Db) => Promise<T>,
): Promise<T | undefined> {
  const undo = new Error('back')
  let verdict: T | undefined
  await inTransaction(db, async (db) => {
    await db.deleteFrom('audit_detail').execute()
    await db.deleteFrom('audit_entry').execute()
    await db.deleteFrom('audit_head').execute()
    for (let from = 0; from < trail.entries.length; from += 500)
      await db
        .insertInto('audit_entry')
        .values(trail.entries.slice(from, from + 500))
        .execute()
    for (let from = 0; from < trail.details.length; from += 500)
      await db
        .insertInto('audit_detail')
        .values(trail.details.slice(from, from + 500))
        .execute()
    if (trail.head.length > 0) await db.insertInto('audit_head').values(trail.head).execute()
    verdict = await check(db)
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return verdict
}
