import type { Db } from '#db/schema/tables.ts'
import { findCertificate } from '#features/certificates/queries.server.ts'
import type { FileVerdict } from './verdict.ts'

/**
 * Which certificates of a list, such as CF-2026, are no longer valid: those revoked, and those that left the register
 * with their person. Undefined if none was ever issued.
 */
export async function findRevoked(
  db: Db,
  name: string,
): Promise<{ revoked: number[]; last: number } | undefined> {
  const rows = await db
    .selectFrom('certificate')
    .innerJoin('person', 'person.id', 'certificate.person_id')
    .select(['certificate.number', 'certificate.revoked_at as revokedAt', 'person.binned_at as binnedAt'])
    .where('certificate.number', 'like', `${name}-%`)
    .execute()
  const [series = '', year = ''] = name.split('-')
  const counter = await db
    .selectFrom('reference_counter')
    .select('last')
    .where('series', '=', series)
    .where('year', '=', Number(year))
    .executeTakeFirst()
  const numbered = rows.map((row) => ({ ...row, index: Number(row.number.slice(name.length + 1)) }))
  const last = Math.max(counter?.last ?? 0, ...numbered.map(({ index }) => index))
  if (last === 0) return undefined
  const valid = numbered.filter(({ revokedAt, binnedAt }) => revokedAt === null && binnedAt === null)
  const still = new Set(valid.map(({ index }) => index))
  const revoked = Array.from({ length: last }, (_, at) => at + 1).filter((index) => !still.has(index))
  return { revoked, last }
}

/** The verdict with what only the register knows: whose certificate one of our own is, and whether it was revoked. */
export async function withRegister(db: Db, verdict: FileVerdict, now: Date): Promise<FileVerdict> {
  const { isOurs, word, page, why } = verdict
  if (!isOurs || page === undefined || (word !== 'valid' && word !== 'expired')) return verdict
  const found = await findCertificate(db, codeIn(page), now)
  if (!found)
    return {
      ...verdict,
      word: 'revoked',
      why: 'This Academy issued the certificate, and it is no longer in the register.',
      page: undefined,
    }
  const { name } = found.statement
  // A badge names its holder only as a hash.
  const named = why.includes(name) ? why : `${why} The certificate names ${name}.`
  if (found.status !== 'revoked') return { ...verdict, why: named }
  const newer = found.isReplaced ? ' because it issued a newer one' : ''
  return { ...verdict, word: 'revoked', why: `This Academy revoked this certificate${newer}.` }
}

/** The code at the end of the address of a certificate's page. */
export function codeIn(page: string): string {
  return page.slice(page.lastIndexOf('/') + 1)
}
