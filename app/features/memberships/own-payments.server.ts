import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#db/schema/tables.ts'
import type { OwnReader } from '#features/cases/own-cases.server.ts'
import { moneyText } from './money.ts'
import { findPayRequest, payableCases, type PayRequest } from './paying.server.ts'

/** What someone in the register has paid with their applications, newest first. */
export async function listOwnPayments(db: Db, reader: OwnReader) {
  const rows = await ownPayments(db, reader)
    .select(['reference', 'case_payment.id', 'case_payment.kind', 'currency', 'minor'])
    .select(['paid_on as paidOn', 'pay_number as payNumber'])
    .orderBy('paid_on', 'desc')
    .orderBy('case_payment.id', 'desc')
    .execute()
  return rows.map(({ currency, minor, ...row }) => ({ ...row, amount: moneyText({ currency, minor }) }))
}

/** What they still owe, each with the reference of its application, the oldest first. */
export async function listOwnPayRequests(
  db: Db,
  reader: OwnReader,
): Promise<(PayRequest & { application: string })[]> {
  const rows = await payableCases(db)
    .select('reference')
    .where('ended_at', 'is', null)
    .where(isApplicationOf(reader))
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  const requests: (PayRequest & { application: string })[] = []
  for (const row of rows) {
    const request = await findPayRequest(db, row)
    if (request) requests.push({ ...request, application: row.reference })
  }
  return requests
}

/** The payments of all applications that are not erased. */
export function casePayments(db: Db) {
  return db
    .selectFrom('dossier')
    .innerJoin('case_payment', 'case_payment.dossier_id', 'dossier.id')
    .where('process', '=', 'membership')
    .where('erased_at', 'is', null)
}

export function ownPayments(db: Db, reader: OwnReader) {
  return casePayments(db).where(isApplicationOf(reader))
}

function isApplicationOf({ personId, email, isShared }: OwnReader): RawBuilder<boolean> {
  if (isShared) return sql<boolean>`dossier.person_id = ${personId}`
  // Someone else in the register may have had the address before.
  return sql<boolean>`(
    dossier.person_id = ${personId}
    or (dossier.person_id is null and subject_key = ${email} and subject_confirmed_at is not null)
  )`
}
