import { newId } from '#db/engine/id.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Outcome } from '#outcome.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { lockToWrite, toDraft, writeDraft, type DraftFile, type NoDraft } from './draft-rows.server.ts'
import type { Answers, AttachedFile, FileQuestion } from '#features/forms/questions.ts'
import { newKey, seal } from '#features/forms/sealed.server.ts'
import { chargeRemoved, maxDraftBytes } from './storage-quota.server.ts'

/** The files of a draft: each sealed with its own key, which is among the sealed answers. */

interface NewFile {
  question: FileQuestion
  name: string
  mediaType: string
  bytes: Buffer
}

/** The bytes are on the disk, sealed, before the row that names them. */
export async function attachFile(
  db: Db,
  store: FileStore,
  form: CaseTypeName,
  token: string,
  { question, name, mediaType, bytes }: NewFile,
  now: Date,
): Promise<Outcome<NoDraft | 'too-many' | 'too-much'>> {
  const fileKey = newKey()
  const sha256 = await store.put(seal(fileKey, bytes))
  return inTransaction(db, async (db) => {
    const found = await lockToWrite(db, form, token, now)
    if (!found.row) return { ok: false, reason: found.reason }
    const { row } = found
    const draft = toDraft(row, token)
    const reason = refuseFile(draft.files, question, bytes.length)
    if (reason) {
      await chargeRemoved(db, row.network, bytes.length, now)
      return { ok: false, reason }
    }
    const id = newId()
    await db
      .insertInto('attachment')
      .values({
        ...{ id, draft_id: row.id, question: '', name: '', media_type: '' },
        ...{ bytes: bytes.length, sha256, created_at: now.getTime() },
      })
      .execute()
    const file = {
      ...{ id, question: question.name, name, mediaType, bytes: bytes.length },
      ...{ sha256, fileKey: fileKey.toString('base64url') },
    }
    await writeDraft(db, row, token, { ...draft, files: [...draft.files, file] }, now)
    return { ok: true }
  })
}

/** Checked before a file is read, and again when it is added to the draft. */
export function refuseFile(
  files: readonly AttachedFile[],
  question: FileQuestion,
  bytes: number,
): 'too-many' | 'too-much' | undefined {
  if (files.filter((file) => file.question === question.name).length >= question.max) return 'too-many'
  return files.reduce((sum, file) => sum + file.bytes, bytes) > maxDraftBytes ? 'too-much' : undefined
}

export function detachFile(
  db: Db,
  form: CaseTypeName,
  token: string,
  fileId: string,
  now: Date,
): Promise<Outcome<NoDraft>> {
  return inTransaction(db, async (db) => {
    const found = await lockToWrite(db, form, token, now)
    if (!found.row) return { ok: false, reason: found.reason }
    const { row } = found
    const draft = toDraft(row, token)
    const removed = draft.files.find((file) => file.id === fileId)
    if (!removed) return { ok: true }
    const files = draft.files.filter((file) => file !== removed)
    // Only files of this very draft: a file of a case that was sent back stays with the case until resubmission.
    const { numDeletedRows } = await db
      .deleteFrom('attachment')
      .where('id', '=', fileId)
      .where('draft_id', '=', row.id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0) await chargeRemoved(db, row.network, removed.bytes, now)
    await writeDraft(db, row, token, { ...draft, files }, now)
    return { ok: true }
  })
}

/** Fills a new draft with the answers and files of an earlier form. The sealed bytes are shared, not copied. */
export function fillDraft(
  db: Db,
  form: CaseTypeName,
  token: string,
  { answers, files }: { answers: Answers; files: readonly DraftFile[] },
  now: Date,
): Promise<Outcome<NoDraft>> {
  return inTransaction(db, async (db) => {
    const found = await lockToWrite(db, form, token, now)
    if (!found.row) return { ok: false, reason: found.reason }
    const { row } = found
    const copies = files.map((file) => ({ ...file, id: newId() }))
    for (const { id, bytes, sha256 } of copies)
      await db
        .insertInto('attachment')
        .values({
          ...{ id, draft_id: row.id, question: '', name: '', media_type: '' },
          ...{ bytes, sha256, created_at: now.getTime() },
        })
        .execute()
    await writeDraft(db, row, token, { ...toDraft(row, token), answers, files: copies }, now)
    return { ok: true }
  })
}
