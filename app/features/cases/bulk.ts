import type { ProcessName } from '#db/tables.ts'
import { processes } from './processes.ts'
import { refusalOf, type MoveRule } from './workflow.ts'

/** The moves that may be made for several cases at once. */
export function bulkMove(name: string): MoveRule<string> | undefined {
  for (const { workflow } of Object.values(processes)) {
    const rule = Object.hasOwn(workflow.moves, name) ? workflow.moves[name] : undefined
    if (rule?.bulk) return rule
  }
  return undefined
}

/** Those open to somebody for cases that all stand in the same place; none where they do not. */
export function bulkMovesFor(
  cases: { process: ProcessName; state: string }[],
  who: 'editor' | 'admin',
): { move: string; label: string }[] {
  const [first] = cases
  if (!first || cases.some(({ state }) => state !== first.state)) return []
  const { workflow } = processes[first.process]
  if (cases.some(({ process }) => processes[process].workflow !== workflow)) return []
  return Object.entries(workflow.moves)
    .filter(([move, { bulk }]) => bulk && !refusalOf(workflow, move, first, who))
    .map(([move, { label }]) => ({ move, label }))
}
