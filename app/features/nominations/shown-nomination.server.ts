import { fromJson } from '#db/engine/json.ts'
import type { ConfirmationPurpose, Db } from '#db/schema/tables.ts'
import type { Answers } from '#features/forms/questions.ts'
import { shownHash, type ShownPurpose } from './shown-nomination.ts'

const shownPurposes: readonly string[] = ['consent', 'second', 'accept'] satisfies ShownPurpose[]

export function isShownPurpose(purpose: ConfirmationPurpose): purpose is ShownPurpose {
  return shownPurposes.includes(purpose)
}

interface Nomination {
  id: string
  form_version: number
  answers: string
  facts: string
}

/** The hash of what someone sees of a nomination now. */
export async function readShownHash(db: Db, purpose: ShownPurpose, caseRow: Nomination): Promise<string> {
  const files = await db
    .selectFrom('attachment')
    .select(['question', 'name', 'sha256'])
    .where('dossier_id', '=', caseRow.id)
    .execute()
  return shownHash(purpose, {
    formVersion: caseRow.form_version,
    answers: fromJson<Answers>(caseRow.answers),
    facts: fromJson<Record<string, string>>(caseRow.facts),
    files,
  })
}

/** The same for the page behind a link, which knows the case by its id. */
export async function findShownHash(db: Db, purpose: ShownPurpose, id: string): Promise<string> {
  const caseRow = await db
    .selectFrom('dossier')
    .select(['id', 'form_version', 'answers', 'facts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return readShownHash(db, purpose, caseRow)
}

/** For answers: what the person with a link of this purpose sees. */
export function shownTo(purpose: ShownPurpose) {
  return (db: Db, caseRow: Nomination) => readShownHash(db, purpose, caseRow)
}

/**
 * Whether someone's last answer is about what the nomination says now. Answers from before each person had their own
 * hash are compared with the whole text.
 */
export async function hasAnsweredThis(
  db: Db,
  purpose: 'consent' | 'second',
  email: string,
  caseRow: Nomination & { answers_hash: string },
): Promise<boolean | undefined> {
  const last = await db
    .selectFrom('confirmation')
    .select(['seen_hash', 'confirmed_hash'])
    .where('dossier_id', '=', caseRow.id)
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!last) return undefined
  if (last.seen_hash === null) return last.confirmed_hash === caseRow.answers_hash
  return last.seen_hash === (await readShownHash(db, purpose, caseRow))
}
