import type { Db } from '#db/schema/tables.ts'
import type { PersonalData } from '#features/erasures/personal-data.ts'

/** Attachments and drafts of corrections. Other drafts are sealed, so they cannot be searched. */
export const formsPersonalData: PersonalData = {
  forgetCase: async (db, caseId) => {
    const files = await db
      .deleteFrom('attachment')
      .where('dossier_id', '=', caseId)
      .returning('sha256')
      .execute()
    await db.deleteFrom('form_draft').where('dossier_id', '=', caseId).execute()
    return files.map(({ sha256 }) => sha256)
  },
}

/** The attachments of a case, oldest first. */
export function listFilesOfCase(db: Db, caseId: string) {
  return db
    .selectFrom('attachment')
    .select(['id', 'question', 'name', 'bytes', 'sha256', 'file_key'])
    .where('dossier_id', '=', caseId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
