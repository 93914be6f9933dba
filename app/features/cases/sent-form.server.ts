import { fromJson } from '#db/engine/json.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import type { Answers, AttachedFile } from '#features/forms/questions.ts'

export interface SentForm {
  reference: string
  receivedAt: Date
  state: string
  /** The deadline for what it waits for, if any. */
  dueAt: Date | undefined
  answers: Answers
  files: AttachedFile[]
}

/** What was submitted under a reference, for the sender; nothing once it is erased. */
export async function findSentForm(
  db: Db,
  caseType: CaseTypeName,
  reference: string,
): Promise<SentForm | undefined> {
  const caseRow = await db
    .selectFrom('dossier')
    .select(['id', 'answers', 'received_at', 'state', 'due_at'])
    .where('reference', '=', reference)
    .where('process', '=', caseType)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!caseRow) return undefined
  const files = await db
    .selectFrom('attachment')
    .select(['id', 'question', 'name', 'media_type as mediaType', 'bytes'])
    .where('dossier_id', '=', caseRow.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    reference,
    receivedAt: new Date(caseRow.received_at),
    state: caseRow.state,
    dueAt: caseRow.due_at === null ? undefined : new Date(caseRow.due_at),
    answers: fromJson<Answers>(caseRow.answers),
    files,
  }
}
