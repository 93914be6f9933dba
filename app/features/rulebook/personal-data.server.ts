import type { PersonalData } from '#features/erasures/personal-data.ts'

/** Which clauses were met stays; what was known about people does not. */
export const rulebookPersonalData: PersonalData = {
  forgetCase: async (db, caseId) => {
    await db
      .updateTable('judgement')
      .set({ facts: '{}', origins: '{}', reasons: '[]' })
      .where('dossier_id', '=', caseId)
      .execute()
    return []
  },
}
