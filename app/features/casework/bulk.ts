import type { CaseTypeName } from '#db/schema/tables.ts'
import { caseTypes } from './case-types.ts'
import { refusalSentences, staffMoves, type MoveRule } from '#features/cases/workflow.ts'

/** The moves that may be made for several cases together. */
export function bulkMove(name: string): MoveRule<string> | undefined {
  for (const { workflow } of Object.values(caseTypes)) {
    const rule = Object.hasOwn(workflow.moves, name) ? workflow.moves[name] : undefined
    if (rule?.bulk) return rule
  }
  return undefined
}

/** The move for several cases that undoes another. */
export function bulkMoveThatUndoes(name: string): string | undefined {
  for (const { workflow } of Object.values(caseTypes)) {
    const moves: [string, MoveRule<string>][] = Object.entries(workflow.moves)
    const undoing = moves.find(([, { bulk, undoes }]) => bulk && undoes?.includes(name))
    if (undoing) return undoing[0]
  }
  return undefined
}

/** Those for cases in the same state, with why one is not open to someone; none if the states differ. */
export function bulkMovesFor(
  cases: { process: CaseTypeName; state: string }[],
  who: 'editor' | 'admin',
): { move: string; label: string; refusal: string | undefined }[] {
  const [first] = cases
  if (!first || cases.some(({ state }) => state !== first.state)) return []
  const { workflow } = caseTypes[first.process]
  if (cases.some(({ process: caseType }) => caseTypes[caseType].workflow !== workflow)) return []
  return staffMoves(workflow, first, who)
    .filter(({ rule }) => rule.bulk)
    .map(({ move, rule: { label }, refusal }) => ({
      move,
      label,
      refusal: refusal && refusalSentences[refusal],
    }))
}
