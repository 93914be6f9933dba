import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { CaseType } from '#features/cases/case-type.ts'
import { listFiles } from '#features/cases/confirmation-queries.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { shownParts, type ShownPart } from '#features/forms/shown.ts'
import { confirmationFormsFor } from '#features/nominations/awards/confirmation-forms-for.ts'
import { readShownHash } from '#features/nominations/shown-nomination.server.ts'
import type { Settings } from '#features/settings/settings.ts'
import { nominationShares } from './details.ts'

/** What others wrote in a nomination, as its nominee reads it before agreeing, and the hash of it. */
export async function readForNominee(
  db: Db,
  { name, formFor }: CaseType,
  settings: Settings,
  caseId: string,
): Promise<{ parts: ShownPart[]; hash: string } | undefined> {
  const caseRow = await db
    .selectFrom('dossier')
    .select(['id', 'form_version', 'answers', 'facts'])
    .where('id', '=', caseId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!caseRow) return undefined
  const answers = fromJson<Answers>(caseRow.answers)
  const { shows, hides } = confirmationFormsFor(name).consent
  const files = await listFiles(db, caseId)
  const parts = shownParts(formFor(settings, answers), answers, files, { without: hides })
    .filter((part) => shows.includes(part.name))
    .map((part) => ({ ...part, items: part.items.filter((item) => isOfOthers(item.name, answers)) }))
    .filter(({ items }) => items.length > 0)
  return { parts, hash: await readShownHash(db, 'consent', caseRow) }
}

function isOfOthers(question: string, answers: Answers): boolean {
  return question !== 'detailsBy' && !nominationShares.has('subject', question, answers)
}
