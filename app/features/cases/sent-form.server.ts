import { fromJson } from '#db/json.ts'
import type { Db, ProcessName } from '#db/tables.ts'
import type { Answers, AttachedFile } from '#features/forms/questions.ts'

export interface SentForm {
  reference: string
  receivedAt: Date
  answers: Answers
  files: AttachedFile[]
}

/** What was sent under a reference, for the person who sent it; nothing once it is erased. */
export async function findSentForm(
  db: Db,
  process: ProcessName,
  reference: string,
): Promise<SentForm | undefined> {
  const dossier = await db
    .selectFrom('dossier')
    .select(['id', 'answers', 'received_at'])
    .where('reference', '=', reference)
    .where('process', '=', process)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!dossier) return undefined
  const files = await db
    .selectFrom('attachment')
    .select(['id', 'question', 'name', 'media_type as mediaType', 'bytes'])
    .where('dossier_id', '=', dossier.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const receivedAt = new Date(dossier.received_at)
  return { reference, receivedAt, answers: fromJson<Answers>(dossier.answers), files }
}
