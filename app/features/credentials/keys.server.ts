import type { KeyObject } from 'node:crypto'
import type { Db } from '#db/schema/tables.ts'
import { didOf } from './did.ts'
import type { OwnKeys } from './key-lookup.ts'
import { multikeyOf } from './multibase.ts'

/** Notes the key that signs from now on. Those before it stay known, so that what they signed stays genuine. */
export async function rememberCertificateKey(db: Db, key: KeyObject, now: Date): Promise<void> {
  await db
    .insertInto('certificate_key')
    .values({ public_key: multikeyOf(key), first_used_at: now.getTime() })
    .onConflict((conflict) => conflict.column('public_key').doNothing())
    .execute()
}

/** All keys this site signed with, as Multikeys; the current one first. */
export async function listCertificateKeys(db: Db, current?: KeyObject): Promise<string[]> {
  const rows = await db
    .selectFrom('certificate_key')
    .select('public_key as key')
    .orderBy('first_used_at', 'desc')
    .orderBy('public_key')
    .execute()
  const first = current === undefined ? [] : [multikeyOf(current)]
  return [...new Set([...first, ...rows.map(({ key }) => key)])]
}

export async function ownKeysOf(db: Db, current: KeyObject, origin: string): Promise<OwnKeys> {
  return { did: didOf(origin), keys: await listCertificateKeys(db, current) }
}
