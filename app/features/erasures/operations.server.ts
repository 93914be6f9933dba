import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { newId } from '#db/engine/id.ts'
import type { Db, ErasureTable } from '#db/schema/tables.ts'

/**
 * Records of what was erased, which name nobody. They are also stored outside the database (`erasure-list.server.ts`),
 * because restoring a backup brings back what was erased after it was made.
 */

export type Erasure = Selectable<ErasureTable>

type ErasedThing =
  | { kind: 'enquiry' | 'subscriber' | 'person'; key: string }
  | { kind: 'case'; key: string; state: string; ended_at: number }

/** Records things by their ids, in the transaction that erases them. */
export async function noteErased(db: Db, erased: ErasedThing[], now: Date): Promise<void> {
  for (const one of erased)
    await db
      .insertInto('erasure')
      .values({ id: newId(), at: now.getTime(), ...one })
      .execute()
}

/** Those that the database does not know yet. */
export async function withoutKnown(db: Db, erasures: readonly Erasure[]): Promise<Erasure[]> {
  const known = new Set((await db.selectFrom('erasure').select('id').execute()).map(({ id }) => id))
  return erasures.filter(({ id }) => !known.has(id))
}

/** Records erasures exactly as they were recorded first. */
export async function storeErasures(db: Db, erasures: readonly Erasure[]): Promise<void> {
  for (const erasure of erasures) await db.insertInto('erasure').values(erasure).execute()
}

/** Records that everything about an address was erased. */
export async function noteErasedAddress(db: Db, address: string, now: Date): Promise<void> {
  const key = (await addressHasher(db))(address)
  await db.insertInto('erasure').values({ id: newId(), at: now.getTime(), kind: 'address', key }).execute()
}

/** With the site's own key, so that a leaked hash cannot be used to test addresses. */
export async function addressHasher(db: Db): Promise<(address: string) => string> {
  const { key } = await db.selectFrom('erasure_key').select('key').executeTakeFirstOrThrow()
  return (address) => createHmac('sha256', key).update(address.trim().toLowerCase()).digest('hex')
}
