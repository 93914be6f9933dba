import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Anchor } from './anchors.server.ts'
import { hashOfDetails, hashOfEntry, type ChainedEntry } from './chain.ts'
import { erasedBy, erasureAction, type EntryParts, type ErasedDetails } from './erasure.ts'

export type AuditVerdict =
  | { ok: true; entries: number; head: string }
  /** The first entry that is missing or not as it was written. */
  | { ok: false; seq: number; why: string }

interface StoredEntry extends ChainedEntry {
  hash: string
  salt: string | null
  body: string | null
}

const entriesPerBatch = 2000

/**
 * Reads the whole trail and compares it with itself, with its head and with the external anchors. It holds no
 * transaction: entries never change, so concurrent writes do not matter.
 */
export async function verifyChain(db: Db, anchors: readonly Anchor[] = []): Promise<AuditVerdict> {
  const head = await readHead(db)
  if (!head) return bad(0, 'The head of the trail is missing.')
  const anchorsAt = Map.groupBy(anchors, (anchor) => anchor.seq)
  const emptied: EntryParts[] = []
  let last = { seq: 0, hash: '', previous_hash: '' }

  for (;;) {
    const batch = await readBatch(db, last.seq, head.seq)
    for (const [index, entry] of batch.entries()) {
      const why = problemOf(entry, last) ?? anchorProblem(entry, anchorsAt.get(entry.seq))
      if (why !== undefined) {
        const next = batch[index + 1] ?? (await readBatch(db, entry.seq, head.seq, 1))[0]
        if (blamesLast(entry, last, next?.previous_hash ?? head.hash))
          return bad(last.seq, 'The next entry refers to a different entry.')
        return bad(Math.min(entry.seq, last.seq + 1), why)
      }
      if (entry.body === null) emptied.push(entry)
      last = entry
    }
    if (batch.length < entriesPerBatch) break
  }
  return (
    endProblem(last, head, anchors) ??
    (await erasureProblem(db, emptied)) ?? { ok: true, entries: last.seq, head: last.hash }
  )
}

/**
 * Checked last: where the chain is broken the record of an erasure may be missing, and the erased entries would be
 * blamed for it.
 */
async function erasureProblem(db: Db, emptied: EntryParts[]): Promise<AuditVerdict | undefined> {
  if (emptied.length === 0) return undefined
  const isErased = erasedBy(await listErasures(db))
  const lost = emptied.find((entry) => !isErased(entry))
  return lost && bad(lost.seq, 'Its details are missing, and no deletion is recorded.')
}

/**
 * A forger who makes an entry fit the previous one moves the first break one entry later. That later entry exposes the
 * forged one when it is intact itself and the next one names it, or when it only moved up by one.
 */
function blamesLast(
  entry: StoredEntry,
  last: { seq: number; previous_hash: string; hash: string },
  named: string,
) {
  if (last.seq === 0 || entry.seq !== last.seq + 1 || entry.previous_hash === last.hash) return false
  if (entry.hash === hashOfEntry(entry)) return named === entry.hash
  return entry.previous_hash === last.previous_hash && entry.hash === hashOfEntry({ ...entry, seq: last.seq })
}

function problemOf(entry: StoredEntry, last: { seq: number; hash: string }) {
  if (entry.seq > last.seq + 1) return 'It is missing.'
  if (entry.seq !== last.seq + 1) return 'It was inserted between other entries.'
  if (entry.previous_hash !== last.hash) return 'It does not follow from the entry before it.'
  if (entry.hash !== hashOfEntry(entry)) return 'It was changed.'
  if (entry.body !== null && !areAsWritten(entry.salt, entry.body, entry.details_hash))
    return 'Its details were changed.'
  if (entry.body === null && entry.action === erasureAction) return 'Its details are missing.'
}

function areAsWritten(salt: unknown, body: unknown, detailsHash: string): boolean {
  return typeof salt === 'string' && typeof body === 'string' && hashOfDetails(salt, body) === detailsHash
}

function anchorProblem(entry: { hash: string }, anchors: Anchor[] = []) {
  const broken = anchors.find((anchor) => anchor.hash !== entry.hash)
  return broken && `This entry or an earlier one has changed since ${broken.day}.`
}

function endProblem(
  last: { seq: number; hash: string },
  head: NonNullable<Awaited<ReturnType<typeof readHead>>>,
  anchors: readonly Anchor[],
): AuditVerdict | undefined {
  const beyond = anchors.find((anchor) => anchor.seq > last.seq)
  if (last.seq < head.seq) return bad(last.seq + 1, 'It is missing: the trail ends too early.')
  if (last.hash !== head.hash)
    return bad(last.seq, 'The last entry does not match the recorded end of the trail.')
  if (head.entries !== head.seq) return bad(head.seq + 1, 'There are entries that are not part of the chain.')
  if (head.strayDetails > 0) return bad(head.seq + 1, 'There are details that belong to no entry.')
  if (beyond) return bad(last.seq + 1, `It is missing: entry ${beyond.seq} was there on ${beyond.day}.`)
}

function bad(seq: number, why: string): AuditVerdict {
  return { ok: false, seq, why }
}

/** In one statement, so that everything is from one moment. */
function readHead(db: Db) {
  return db
    .selectFrom('audit_head')
    .select((eb) => [
      'seq',
      'hash',
      eb
        .selectFrom('audit_entry')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('entries'),
      eb
        .selectFrom('audit_detail')
        .leftJoin('audit_entry', 'audit_entry.seq', 'audit_detail.seq')
        .where('audit_entry.seq', 'is', null)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('strayDetails'),
    ])
    .where('id', '=', 1)
    .executeTakeFirst()
}

/** Two scans along the two keys: with old statistics a join would read all details again for each batch. */
async function readBatch(db: Db, after: number, upTo: number, max = entriesPerBatch): Promise<StoredEntry[]> {
  const entries = await db
    .selectFrom('audit_entry')
    .select(['seq', 'at', 'actor', 'action', 'subject', 'details_hash', 'previous_hash', 'hash'])
    .where('seq', '<=', upTo)
    .$if(after > 0, (query) => query.where('seq', '>', after))
    .orderBy('seq')
    .limit(max)
    .execute()
  const details = await db
    .selectFrom('audit_detail')
    .select(['seq', 'salt', 'body'])
    .where('seq', '>=', entries.at(0)?.seq ?? 0)
    .where('seq', '<=', entries.at(-1)?.seq ?? 0)
    .execute()
  const bySeq = new Map(details.map((detail) => [detail.seq, detail]))
  return entries.map((entry) => ({ salt: null, body: null, ...bySeq.get(entry.seq), ...entry }))
}

/** Each of them is itself an entry of the chain, so a forged one is found in its turn. */
async function listErasures(db: Db): Promise<ErasedDetails[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .innerJoin('audit_detail', 'audit_detail.seq', 'audit_entry.seq')
    .select(['salt', 'body', 'details_hash'])
    .where('action', '=', erasureAction)
    .execute()
  return rows
    .filter((row) => areAsWritten(row.salt, row.body, row.details_hash))
    .flatMap((row) => readErased(row.body))
}

/** What cannot be read was not written by us; it is reported in its turn. */
function readErased(body: string): ErasedDetails[] {
  try {
    const erased = fromJson<Partial<ErasedDetails> | null>(body)
    return erased?.of && typeof erased.upTo === 'number' ? [erased as ErasedDetails] : []
  } catch {
    return []
  }
}
