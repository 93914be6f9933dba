import type { Db } from '#db/schema/tables.ts'
import type { OwnReader } from '#features/cases/own-cases.server.ts'
import { moneyText } from './money.ts'

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

/** The payments of all applications that are not erased. */
export function casePayments(db: Db) {
  return db
    .selectFrom('dossier')
    .innerJoin('case_payment', 'case_payment.dossier_id', 'dossier.id')
    .where('process', '=', 'membership')
    .where('erased_at', 'is', null)
}

export function ownPayments(db: Db, { personId, email, isShared }: OwnReader) {
  return casePayments(db).where((eb) =>
    eb.or([
      eb('dossier.person_id', '=', personId),
      ...(isShared
        ? []
        : [
            // Someone else in the register may have had the address before.
            eb.and([
              eb('dossier.person_id', 'is', null),
              eb('subject_key', '=', email),
              eb('subject_confirmed_at', 'is not', null),
            ]),
          ]),
    ]),
  )
}
