import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import type { CheckName } from '#features/rulebook/checks/checks.ts'
import { findVersionFor, listRules, type RuledBy } from '#features/rulebook/queries.server.ts'
import { clauseSentence, rulesInForce } from '#features/rulebook/rule.ts'
import { stages, type RuleStage } from '#features/rulebook/rulebook.ts'
import { officeDay } from '#office-time.ts'

/** A case as the rules see it, and which rules judge it. */

const ruledColumns = [
  ...(['id', 'reference', 'process', 'category', 'cycle', 'state', 'answers', 'facts', 'fee'] as const),
  ...(['sender_email', 'sender_confirmed_at', 'subject_confirmed_at', 'received_at', 'rules_at'] as const),
] as const

export function selectRuled(db: Db) {
  return db.selectFrom('dossier').select(ruledColumns)
}

export function findRuled(db: Db, id: string) {
  return selectRuled(db).where('id', '=', id).executeTakeFirst()
}

export type RuledCase = NonNullable<Awaited<ReturnType<typeof findRuled>>>

type Ruled = Pick<RuledCase, 'process' | 'answers' | 'received_at' | 'rules_at'>

/** The rulebook of its call, or the one for its type, as it was when the call opened. */
export function ruledBy(one: Ruled): RuledBy {
  const rulebook = textOf(fromJson<Answers>(one.answers), 'rulebook')
  const at = countsFrom(one)
  return rulebook === '' && one.process !== 'award' ? { subject: one.process, at } : { rulebook, at }
}

/** A version that is published after this moment changes nothing for the case. */
export function countsFrom({ rules_at, received_at }: Pick<Ruled, 'rules_at' | 'received_at'>): number {
  return rules_at ?? received_at
}

/** From now on the rules of this moment judge a case: the opening of its call. */
export async function setRulesOf(db: Db, caseId: string, at: number): Promise<void> {
  await db.updateTable('dossier').set({ rules_at: at }).where('id', '=', caseId).execute()
}

/** The clauses about a limit that the settings have too, so that a refusal can name them. Empty if there are none. */
export async function clausesOn(
  db: Db,
  one: Ruled,
  check: CheckName,
  grade: string | undefined,
  now: Date,
): Promise<{ clauses?: string[] }> {
  const version = await findVersionFor(db, ruledBy(one))
  if (!version) return {}
  const rules = await listRules(db, version.id)
  const inForce = (Object.keys(stages) as RuleStage[]).flatMap((stage) =>
    rulesInForce(rules, stage, officeDay(now)),
  )
  const clauses = inForce
    .filter((rule) => rule.check === check)
    .filter(({ grades }) => grades.length === 0 || (grade !== undefined && grades.includes(grade)))
    .map(clauseSentence)
  return clauses.length === 0 ? {} : { clauses }
}
