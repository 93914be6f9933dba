import { fromJson } from '#db/engine/json.ts'
import type { ConfirmationPurpose, Db } from '#db/schema/tables.ts'
import { findConfirmation } from '#features/cases/confirmations.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { unseal } from '#features/forms/sealed.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { nominationShares } from './details/details.ts'
import { isShownTo } from './shown-nomination.ts'
import { isShownPurpose } from './shown-nomination.server.ts'

/** Opens a file of a nomination for someone with a working link, if that person sees the question it belongs to. */
export async function readLinkFile(
  db: Db,
  store: FileStore,
  { purpose, token, id }: { purpose: ConfirmationPurpose; token: string; id: string },
  now: Date,
): Promise<{ name: string; mediaType: string; bytes: Buffer } | undefined> {
  const confirmation = await findConfirmation(db, purpose, token, now)
  if (!confirmation || confirmation.isOver || confirmation.answeredAt) return undefined
  const file = await db
    .selectFrom('attachment')
    .innerJoin('dossier', 'dossier.id', 'attachment.dossier_id')
    .select(['attachment.question', 'attachment.name', 'attachment.media_type as mediaType'])
    .select(['attachment.sha256', 'attachment.file_key as fileKey', 'dossier.answers'])
    .where('dossier.id', '=', confirmation.caseId)
    .where('dossier.erased_at', 'is', null)
    .where('attachment.id', '=', id)
    .executeTakeFirst()
  if (!file?.fileKey || !maySee(purpose, file)) return undefined
  const bytes = unseal(Buffer.from(file.fileKey, 'base64url'), await store.read(file.sha256))
  return { name: file.name, mediaType: file.mediaType, bytes }
}

/** The proposer, who confirms the form, sees all its files but those that the nominee added. */
function maySee(
  purpose: ConfirmationPurpose,
  { question, answers }: { question: string; answers: string },
): boolean {
  if (purpose === 'verify') return nominationShares.has('sender', question, fromJson<Answers>(answers))
  return isShownPurpose(purpose) && isShownTo(purpose, question)
}
