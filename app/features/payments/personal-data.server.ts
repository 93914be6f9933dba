import type { PersonalData } from '#features/erasures/personal-data.ts'

/** The fact that a payment was matched stays; the payer does not. */
export const paymentsPersonalData: PersonalData = {
  forgetCase: async (db, caseId) => {
    await db
      .updateTable('payment_line')
      .set({ cells: '[]', payer: '', pay_number: '' })
      .where('dossier_id', '=', caseId)
      .execute()
    await db
      .updateTable('case_payment')
      .set({ pay_number: '', note: '' })
      .where('dossier_id', '=', caseId)
      .execute()
    return []
  },
}
