import type { Db } from '#db/schema/tables.ts'
import { caseTypeOfRow } from '#features/casework/case-types.ts'
import { findRuled, ruledBy, type RuledCase } from '#features/cases/rules/ruled-case.server.ts'
import { considerRules, type JudgedRule } from '#features/rulebook/judgements.server.ts'
import { findVersionFor } from '#features/rulebook/queries.server.ts'
import { clauseSentence } from '#features/rulebook/rule.ts'
import type { RuleStage } from '#features/rulebook/rulebook.ts'
import { factsOfCase } from './case-facts.server.ts'

export interface RuleObjection {
  stage: RuleStage
  /** For staff: the clause, and why it is not met or what is not known. */
  sentence: string
  /** The clause and its words, if it is not met. */
  refusal: string | undefined
}

/** What the rules say about a case before it is decided: which clauses are not met or not known. */
export async function ruleObjections(db: Db, caseId: string, now: Date): Promise<RuleObjection[]> {
  const one = await findRuled(db, caseId)
  if (!one || !(await findVersionFor(db, ruledBy(one)))) return []
  const { facts } = await factsOfCase(db, one, now)
  const found: RuleObjection[] = []
  for (const stage of stagesAhead(one)) {
    const { answers = [] } = (await considerRules(db, { ...ruledBy(one), stage, facts }, now)) ?? {}
    const unmet = answers.filter(({ answer }) => answer !== 'met')
    found.push(...unmet.map((judged) => objection(stage, judged)))
  }
  return found
}

/** The rules for the admission are asked when it is the next step. */
export function stagesAhead(one: Pick<RuledCase, 'process' | 'answers' | 'state'>): RuleStage[] {
  const { moves } = caseTypeOfRow(one).workflow
  const next = Object.values(moves).filter(({ from }) => from.includes(one.state))
  const isAdmitted = next.some(({ judgedBy }) => judgedBy?.includes('admission'))
  return ['scrutiny', 'decision', ...(isAdmitted ? (['admission'] as const) : [])]
}

function objection(stage: RuleStage, judged: JudgedRule): RuleObjection {
  const clause = clauseSentence(judged)
  const isNotMet = judged.answer === 'not-met'
  return {
    stage,
    sentence: `${clause} ${isNotMet ? 'Not met: ' : ''}${judged.because}`,
    refusal: isNotMet ? clause : undefined,
  }
}
