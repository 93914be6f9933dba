import type { Insertable } from 'kysely'
import { newId } from '#db/engine/id.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Outcome } from '#outcome.ts'

/**
 * How much of the disk people without an account may fill with unsubmitted forms. It is counted in the database, so
 * that it holds across processes and restarts: what each draft holds, incoming files, and removed files until the disk
 * is cleared. A draft counts for the network it was started from.
 */

const MB = 1024 * 1024

/** How much one form can hold in files. */
export const maxDraftBytes = 60 * MB
/** Forty people behind one university address, each with a full form. */
const maxPerNetwork = 40 * maxDraftBytes
/** Leaves most of a small disk (80 GB) to the site, its database and its backups. */
const maxTotal = 20 * 1024 * MB
/** When more than half of it is taken, ten full forms per network: the heaviest users give way first. */
const maxPerNetworkWhenScarce = 10 * maxDraftBytes
/** Forty people who upload a file in the same minute, and some who upload two. */
const maxUploadsPerNetwork = 60

/** A whole request has ten minutes; what a killed process has reserved is released soon after. */
const uploadMs = 15 * 60_000
/** Removed files stay on the disk for a day, and until the next clearing. */
const removedMs = 26 * 3_600_000

export type NoRoom = 'network-full' | 'all-full'

/** Inside a transaction that then uses this many bytes: why there is no room for them, or undefined. */
export async function findNoRoom(
  db: Db,
  network: string,
  bytes: number,
  now: Date,
): Promise<NoRoom | undefined> {
  await lockWork(db, 'drafts')
  const all = await sumOf(db, undefined, now)
  if (all + bytes > maxTotal) return 'all-full'
  // Started before networks were recorded.
  if (network === '') return undefined
  const own = await sumOf(db, network, now)
  const max = all > maxTotal / 2 ? maxPerNetworkWhenScarce : maxPerNetwork
  return own + bytes > max ? 'network-full' : undefined
}

/** Before the first byte of a file is written. It ends with `endUpload`, or expires. */
export function reserveUpload(
  db: Db,
  draftId: string,
  bytes: number,
  now: Date,
): Promise<Outcome<NoRoom | 'not-found' | 'too-many-uploads', { id: string }>> {
  return inTransaction(db, async (db) => {
    const draft = await db
      .selectFrom('form_draft')
      .select('network')
      .where('id', '=', draftId)
      .executeTakeFirst()
    if (!draft) return { ok: false, reason: 'not-found' }
    const { network } = draft
    const noRoom = await findNoRoom(db, network, bytes, now)
    if (noRoom) return { ok: false, reason: noRoom }
    if ((await countUploads(db, network, now)) >= maxUploadsPerNetwork)
      return { ok: false, reason: 'too-many-uploads' }
    const id = newId()
    await charge(db, { id, network, kind: 'upload', bytes, ends_at: now.getTime() + uploadMs })
    return { ok: true, id }
  })
}

export async function endUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('form_charge').where('id', '=', id).where('kind', '=', 'upload').execute()
}

/** For files that no draft names any more and that stay on the disk until it is cleared. */
export async function chargeRemoved(db: Db, network: string, bytes: number, now: Date): Promise<void> {
  if (bytes <= 0) return
  await charge(db, {
    ...{ id: newId(), network, kind: 'removed', bytes },
    ends_at: now.getTime() + removedMs,
  })
}

async function charge(db: Db, row: Insertable<Tables['form_charge']>) {
  await db.insertInto('form_charge').values(row).execute()
}

async function sumOf(db: Db, network: string | undefined, now: Date): Promise<number> {
  const drafts = await db
    .selectFrom('form_draft')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .$if(network !== undefined, (query) => query.where('network', '=', network ?? ''))
    .executeTakeFirstOrThrow()
  const charges = await db
    .selectFrom('form_charge')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .where('ends_at', '>', now.getTime())
    .$if(network !== undefined, (query) => query.where('network', '=', network ?? ''))
    .executeTakeFirstOrThrow()
  return Number(drafts.bytes ?? 0) + Number(charges.bytes ?? 0)
}

async function countUploads(db: Db, network: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('form_charge')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('network', '=', network)
    .where('kind', '=', 'upload')
    .where('ends_at', '>', now.getTime())
    .executeTakeFirstOrThrow()
  return count
}
