import { createHmac, createPublicKey, hash, type KeyObject } from 'node:crypto'
import type { Db } from '#db/schema/tables.ts'
import { ConfigError } from './config-error.ts'
import { lettersKeyName, lettersPublicKey } from '#server/mail/letter-links.server.ts'

/**
 * Every machine of a site must have the same keys: with another secret it can open no second factor, with another key
 * it signs certificates that nobody can verify. The first start stores fingerprints of the keys, and every later one,
 * on any machine, compares them. Returns which of them this start stored.
 */
export async function checkKeys(
  db: Db,
  keys: { secret: string; certificateKey: KeyObject; mayBeNew: boolean },
  now: Date,
): Promise<string[]> {
  const noted: string[] = []
  for (const [name, fingerprint] of Object.entries(fingerprintsOf(keys))) {
    const row = { name, fingerprint, noted_at: now.getTime() }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('site_key')
      .values(row)
      .onConflict((conflict) =>
        keys.mayBeNew ? conflict.column('name').doUpdateSet(row) : conflict.column('name').doNothing(),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) noted.push(name)
    const known = await db
      .selectFrom('site_key')
      .select('fingerprint')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    if (known.fingerprint !== fingerprint) throw new ConfigError(differs(name))
  }
  return noted
}

function fingerprintsOf({ secret, certificateKey }: { secret: string; certificateKey: KeyObject }) {
  const shown = createPublicKey(certificateKey).export({ type: 'spki', format: 'der' })
  return {
    SECRET: createHmac('sha256', secret).update('How this secret is known again').digest('hex'),
    CERTIFICATE_KEY: hash('sha256', shown),
    // Derived from the secret, so it differs only if that does. The letter code takes it from here.
    [lettersKeyName]: lettersPublicKey(secret),
  }
}

const files: Record<string, string> = { SECRET: 'secret', CERTIFICATE_KEY: 'certificate-key' }

function differs(name: string): string {
  return `${name} is not the one that this site has used before: set it to the same value as on the other machines, or copy DATA_DIR/${files[name]} from there. To use the new one from now on, set NEW_KEYS=yes.`
}
