import type { Db } from '#db/schema/tables.ts'
import type { Workflow } from '#features/cases/workflow.ts'
import { considerDecision, storeDecision, type JudgementRow } from '#features/rulebook/judgements.server.ts'
import { findVersionFor } from '#features/rulebook/queries.server.ts'
import type { SourcedFacts } from '#features/rulebook/sourced-facts.ts'
import { ruledBy, type RuledCase } from './ruled-case.server.ts'

/**
 * What the rules say before a decision is made, to be stored with it. The table of moves says which rules are asked;
 * an officer who goes ahead against them has given a reason.
 */
export async function considerMove(
  db: Db,
  caseRow: RuledCase,
  { workflow, move }: { workflow: Workflow; move: string },
  readFacts: () => Promise<SourcedFacts>,
  now: Date,
): Promise<JudgedMove | undefined> {
  const stages = workflow.moves[move]?.judgedBy
  if (!stages || !(await findVersionFor(db, ruledBy(caseRow)))) return undefined
  const rows = await considerDecision(db, { ...ruledBy(caseRow), stages, ...(await readFacts()) }, now)
  return { caseId: caseRow.id, move, rows }
}

interface JudgedMove {
  caseId: string
  move: string
  rows: JudgementRow[]
}

export async function storeJudgedMove(db: Db, judged: JudgedMove | undefined, now: Date): Promise<void> {
  if (judged) await storeDecision(db, judged, judged.rows, now)
}
