import { createHmac } from 'node:crypto'
import type { Db } from '#db/schema/tables.ts'
import { ConfigError } from './config-error.ts'
import { lettersKeyName, lettersPublicKey } from '#server/mail/letter-links.server.ts'

/** A key that every machine of a site needs: the variable and the file that set it, and its fingerprint. */
export interface SiteKey {
  name: string
  file: string
  fingerprint: string
}

/**
 * Every machine of a site must have the same keys: with another secret it can open no second factor, with another key
 * it signs what nobody can verify. The first start stores fingerprints of the keys, and every later one, on any machine,
 * compares them. Returns which of them this start stored.
 */
export async function checkKeys(
  db: Db,
  keys: readonly SiteKey[],
  mayBeNew: boolean,
  now: Date,
): Promise<string[]> {
  const noted: string[] = []
  for (const { name, file, fingerprint } of keys) {
    const row = { name, fingerprint, noted_at: now.getTime() }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('site_key')
      .values(row)
      .onConflict((conflict) =>
        mayBeNew ? conflict.column('name').doUpdateSet(row) : conflict.column('name').doNothing(),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) noted.push(name)
    const known = await db
      .selectFrom('site_key')
      .select('fingerprint')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    if (known.fingerprint !== fingerprint) throw new ConfigError(differs(name, file))
  }
  return noted
}

/** The secret, and the key of letters that is derived from it. */
export function keysFromSecret(secret: string): SiteKey[] {
  const file = 'secret'
  const fingerprint = createHmac('sha256', secret).update('How this secret is known again').digest('hex')
  return [
    { name: 'SECRET', file, fingerprint },
    // The letter code takes it from here.
    { name: lettersKeyName, file, fingerprint: lettersPublicKey(secret) },
  ]
}

function differs(name: string, file: string): string {
  return `${name} is not the one that this site has used before: set it to the same value as on the other machines, or copy DATA_DIR/${file} from there. To use the new one from now on, set NEW_KEYS=yes.`
}
