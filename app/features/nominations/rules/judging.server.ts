import type { Db } from '#db/schema/tables.ts'
import { findRuled, ruledBy } from '#features/cases/rules/ruled-case.server.ts'
import { judge } from '#features/rulebook/judgements.server.ts'
import { findVersionFor } from '#features/rulebook/queries.server.ts'
import { factsForProposer } from './facts.server.ts'

/** The clauses that a nomination does not meet when its proposer confirms it. The judgement is stored. */
export async function clausesAgainstProposal(db: Db, caseId: string, now: Date): Promise<string[]> {
  const one = await findRuled(db, caseId)
  if (!one || one.process === 'membership' || !(await findVersionFor(db, ruledBy(one)))) return []
  const known = await factsForProposer(db, one, now)
  const judged = await judge(db, { ...ruledBy(one), ...known, stage: 'nomination', caseId }, now)
  return judged?.refusals ?? []
}
