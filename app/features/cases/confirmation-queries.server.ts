import { fromJson } from '#db/engine/json.ts'
import type { ConfirmationPurpose, Db } from '#db/schema/tables.ts'
import type { Answers, AttachedFile } from '#features/forms/questions.ts'
import { findConfirmation } from './confirmations.server.ts'

/** What the page behind a mailed link needs: the confirmation request, and the current case. */
export async function findConfirmationCase(db: Db, purpose: ConfirmationPurpose, token: string, now: Date) {
  const confirmation = await findConfirmation(db, purpose, token, now)
  if (!confirmation) return undefined
  const caseRow = await db
    .selectFrom('dossier')
    .select(['id', 'reference', 'process', 'state', 'subject_name', 'sender_name', 'category', 'cycle'])
    .select([
      'answers',
      'answers_hash',
      'facts',
      'received_at',
      'state_at',
      'due_at',
      'ended_at',
      'erased_at',
    ])
    .where('id', '=', confirmation.caseId)
    .executeTakeFirst()
  if (!caseRow || caseRow.erased_at !== null) return undefined
  return {
    confirmation,
    caseRow: {
      ...caseRow,
      answers: fromJson<Answers>(caseRow.answers),
      facts: fromJson<Record<string, string | undefined>>(caseRow.facts),
    },
    files: await listFiles(db, caseRow.id),
  }
}

/** The files of a case, oldest first, without their keys. */
export async function listFiles(db: Db, caseId: string): Promise<AttachedFile[]> {
  const rows = await db
    .selectFrom('attachment')
    .select(['id', 'question', 'name', 'media_type', 'bytes'])
    .where('dossier_id', '=', caseId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ media_type, ...file }) => ({ ...file, mediaType: media_type }))
}
