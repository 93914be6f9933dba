import type { StaffActor } from '#features/audit/actor.ts'
import type { Db } from '#db/schema/tables.ts'
import { rehearse } from '#db/engine/transaction.server.ts'
import { hideTokens } from '#server/mail/mail-tokens.server.ts'
import { moveCase, type CaseMoveOutcome, type StaffMove } from './casework.server.ts'

/** An email that a move would send. */
export interface PreviewedLetter {
  to: string
  subject: string
  text: string
}

export interface MovePreview {
  outcome: CaseMoveOutcome
  letters: PreviewedLetter[]
}

/** Makes a move completely and takes it back, so that staff see exactly what it would send and why it may be refused. */
export function previewMove(
  db: Db,
  actor: StaffActor,
  origin: string,
  moving: StaffMove,
  now: Date,
): Promise<MovePreview> {
  return rehearse(db, (db) => moveAndRead(db, actor, origin, { released: {}, ...moving }, now))
}

/** Makes a move, and returns the letters that it has queued. */
export async function moveAndRead(
  db: Db,
  actor: StaffActor,
  origin: string,
  moving: StaffMove,
  now: Date,
): Promise<MovePreview> {
  const before = await listLetterIds(db, moving.reference)
  const outcome = await moveCase(db, actor, origin, moving, now)
  if (!outcome.ok) return { outcome, letters: [] }
  const letters = await lettersOf(db, moving.reference)
    .select(['mail.recipient as to', 'mail.subject', 'mail.body_text as text'])
    .where('mail.id', 'not in', ['', ...before])
    .orderBy('mail.id')
    .execute()
  return { outcome, letters: letters.map((letter) => ({ ...letter, text: plainText(letter.text) })) }
}

async function listLetterIds(db: Db, reference: string): Promise<string[]> {
  const rows = await lettersOf(db, reference).select('mail.id').execute()
  return rows.map(({ id }) => id)
}

function lettersOf(db: Db, reference: string) {
  return db
    .selectFrom('mail')
    .innerJoin('dossier', 'dossier.id', 'mail.dossier_id')
    .where('dossier.reference', '=', reference)
}

/** Without what is made anew each time: personal links, and the address of a certificate. */
function plainText(text: string): string {
  return hideTokens(text).replaceAll(/\/certificates\/[\w-]+/g, '/certificates/…')
}
