import { officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { readCode } from './code.ts'
import { certificateStatus, type CertificateStatus, type CertificateContent } from './certificate-content.ts'

export interface Certificate {
  number: string
  code: string
  statement: CertificateContent
  issuedAt: number
  revokedAt: number | null
  isReplaced: boolean
  status: CertificateStatus
}

/** The certificate of a code; none while the person is deleted. */
export async function findCertificate(db: Db, code: string, now: Date): Promise<Certificate | undefined> {
  const row = await db
    .selectFrom('certificate')
    .innerJoin('person', 'person.id', 'certificate.person_id')
    .select([
      'certificate.number',
      'certificate.code',
      'certificate.statement',
      'certificate.valid_to as validTo',
      'certificate.issued_at as issuedAt',
      'certificate.revoked_at as revokedAt',
      'certificate.replaced_by as replacedBy',
    ])
    .where('certificate.code', '=', readCode(code))
    .where('person.binned_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { statement, validTo, replacedBy, ...rest } = row
  return {
    ...rest,
    statement: fromJson<CertificateContent>(statement),
    isReplaced: replacedBy !== null,
    status: certificateStatus({ revokedAt: row.revokedAt, validTo }, officeDay(now)),
  }
}

export type CertificateLine = Awaited<ReturnType<typeof listCertificatesOf>>[number]

/** All certificates of a person, newest first. */
export async function listCertificatesOf(db: Db, personId: string, now: Date) {
  const rows = await db
    .selectFrom('certificate')
    .select([
      'id',
      'kind',
      'number',
      'code',
      'statement',
      'valid_to as validTo',
      'issued_at as issuedAt',
      'revoked_at as revokedAt',
      'revoked_because as revokedBecause',
    ])
    .where('person_id', '=', personId)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ statement, validTo, ...row }) => {
    const { name, rank } = fromJson<CertificateContent>(statement)
    const status = certificateStatus({ revokedAt: row.revokedAt, validTo }, officeDay(now))
    return { ...row, name, rank, status }
  })
}
