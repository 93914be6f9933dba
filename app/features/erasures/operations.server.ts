import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { newId } from '#db/engine/id.ts'
import type { Db, ErasureTable } from '#db/schema/tables.ts'

/**
 * Notes of what was erased, which name nobody. They are kept outside of the database too (`ledger.server.ts`), because
 * a backup that is restored brings back what was erased after it was made.
 */

export type Erasure = Selectable<ErasureTable>

type Erased =
  | { kind: 'enquiry' | 'subscriber' | 'person'; key: string }
  | { kind: 'case'; key: string; state: string; ended_at: number }

/** Notes things by their ids, in the transaction that erases them. */
export async function noteErased(db: Db, erased: Erased[], now: Date): Promise<void> {
  for (const one of erased)
    await db
      .insertInto('erasure')
      .values({ id: newId(), at: now.getTime(), ...one })
      .execute()
}

/** Notes that all about an address was erased. */
export async function noteErasedAddress(db: Db, address: string, now: Date): Promise<void> {
  const key = (await addressHasher(db))(address)
  await db.insertInto('erasure').values({ id: newId(), at: now.getTime(), kind: 'address', key }).execute()
}

/** With the site's own key, so that whoever finds a hash cannot try which address it is of. */
export async function addressHasher(db: Db): Promise<(address: string) => string> {
  const { key } = await db.selectFrom('erasure_key').select('key').executeTakeFirstOrThrow()
  return (address) => createHmac('sha256', key).update(address.trim().toLowerCase()).digest('hex')
}
