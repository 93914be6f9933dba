import { isAboutOther } from '#db/search/hidden-cases.server.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Answers } from '#features/forms/questions.ts'
import { idOfReader } from './queries.server.ts'
import { withoutOwn, type PersonRole } from './roles.ts'

/** Removes people from cases. What remains says how many cases there were and how they ended, and names nobody. */

const erasedName = 'Erased'

/**
 * Erases everything a case said, its files, letters, notes and confirmations. Returns the names of its files, to be
 * removed once the transaction is committed.
 */
export async function forgetCase(db: Db, id: string, now: Date): Promise<string[]> {
  const files = await db.deleteFrom('attachment').where('dossier_id', '=', id).returning('sha256').execute()
  await db.deleteFrom('dossier_text').where('dossier_id', '=', id).execute()
  await db.deleteFrom('dossier_note').where('dossier_id', '=', id).execute()
  await db.deleteFrom('dossier_address').where('dossier_id', '=', id).execute()
  await db.deleteFrom('confirmation').where('dossier_id', '=', id).execute()
  await db.deleteFrom('form_draft').where('dossier_id', '=', id).execute()
  await db.updateTable('dossier_move').set({ facts: '{}' }).where('dossier_id', '=', id).execute()
  await clearLetters(db, id)
  await db
    .updateTable('payment_line')
    .set({ cells: '[]', payer: '', pay_number: '' })
    .where('dossier_id', '=', id)
    .execute()
  await db
    .updateTable('dossier')
    .set({
      answers: '{}',
      facts: '{}',
      subject_name: erasedName,
      subject_key: `erased:${id}`,
      sender_name: erasedName,
      sender_email: '',
      institution: '',
      payment_key: null,
      gender: null,
      hold_reason: null,
      person_id: null,
      assigned_to: null,
      erased_at: now.getTime(),
    })
    .where('id', '=', id)
    .execute()
  return files.map(({ sha256 }) => sha256)
}

/** That a letter was sent stays; its recipient and text do not. */
const blankLetter = {
  recipient: '',
  subject: '',
  body_text: '',
  body_html: '',
  bounce_note: null,
  error: null,
  unsubscribe_url: null,
  sealed_links: null,
}

async function clearLetters(db: Db, caseId: string) {
  await db.updateTable('mail').set(blankLetter).where('dossier_id', '=', caseId).execute()
}

/** Removes one person's own part from a case about someone else. */
export async function forgetPart(db: Db, id: string, role: PersonRole, email: string): Promise<void> {
  const { answers } = await db
    .selectFrom('dossier')
    .select('answers')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const left = withoutOwn(role, fromJson<Answers>(answers), email)
  await db
    .updateTable('dossier')
    .set({
      answers: toJson(left),
      ...(role === 'proposer' && { sender_name: erasedName, sender_email: '' }),
    })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('confirmation').where('dossier_id', '=', id).where('email', '=', email).execute()
  await db.deleteFrom('dossier_address').where('dossier_id', '=', id).where('address', '=', email).execute()
  // Letters to the others and earlier wordings name the same people, and are useless once the case is closed.
  await clearLetters(db, id)
  await db.deleteFrom('dossier_text').where('dossier_id', '=', id).execute()
}

/**
 * All letters to an address that are about no case, or about one in which it no longer has a part. Returns how many.
 */
export async function forgetLettersTo(db: Db, actor: Actor, email: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set(blankLetter)
    .where('recipient', '=', email)
    .where(isAboutOther(db, idOfReader(actor)))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
