import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { findPresentAward } from '#features/content/addresses/redirects.server.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import { beginEntry } from '#features/content/entry/operations.server.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { fullTitle } from '#features/forms/pieces.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { officeYear } from '#office-time.ts'

interface PresentedCase {
  category: string
  answers: string
  facts: Record<string, string>
}

/**
 * Starts the entry of a recipient when the award has been presented. It stays a draft: somebody reads it before it is
 * on the page of the award. Undefined if that page is not published.
 */
export async function draftRecipient(
  db: Db,
  actor: Actor,
  { category, answers: typed, facts }: PresentedCase,
  now: Date,
): Promise<string | undefined> {
  const award = await findEntry(db, 'award', await findPresentAward(db, category))
  if (!award) return undefined
  const answers = fromJson<Answers>(typed)
  const year = Number((facts['givenOn'] ?? '').slice(0, 4)) || officeYear(now)
  const said = {
    affiliation: textOf(answers, 'institution'),
    country: textOf(answers, 'country'),
    discipline: textOf(answers, 'discipline'),
    citation: facts['citation'] ?? textOf(answers, 'citation'),
  }
  const filled: Partial<typeof said> = Object.fromEntries(
    Object.entries(said).filter(([, text]) => text !== ''),
  )
  const data: Draft<'recipient'> = { ...filled, year }
  const title = fullTitle(answers)
  const started = await beginEntry(db, actor, { kind: 'recipient', title, parentId: award.id, data }, now)
  return started.ok ? started.id : undefined
}
