import { fromJson } from '#db/engine/json.ts'
import type { ConfirmationPurpose, Db } from '#db/schema/tables.ts'
import type { Answers } from '#features/forms/questions.ts'
import { seenHash, type SeenPurpose } from './seen.ts'

const seenPurposes: readonly string[] = ['consent', 'second', 'accept'] satisfies SeenPurpose[]

export function isSeenPurpose(purpose: ConfirmationPurpose): purpose is SeenPurpose {
  return seenPurposes.includes(purpose)
}

interface Nomination {
  id: string
  form_version: number
  answers: string
  facts: string
}

/** The hash of what someone sees of a nomination now. */
export async function readSeenHash(db: Db, purpose: SeenPurpose, caseRow: Nomination): Promise<string> {
  const files = await db
    .selectFrom('attachment')
    .select(['question', 'name', 'sha256'])
    .where('dossier_id', '=', caseRow.id)
    .execute()
  return seenHash(purpose, {
    formVersion: caseRow.form_version,
    answers: fromJson<Answers>(caseRow.answers),
    facts: fromJson<Record<string, string>>(caseRow.facts),
    files,
  })
}

/** The same for the page behind a link, which knows the case by its id. */
export async function findSeenHash(db: Db, purpose: SeenPurpose, id: string): Promise<string> {
  const caseRow = await db
    .selectFrom('dossier')
    .select(['id', 'form_version', 'answers', 'facts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return readSeenHash(db, purpose, caseRow)
}

/** For answers: what the person with a link of this purpose sees. */
export function seenBy(purpose: SeenPurpose) {
  return (db: Db, caseRow: Nomination) => readSeenHash(db, purpose, caseRow)
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
  return last.seen_hash === (await readSeenHash(db, purpose, caseRow))
}
