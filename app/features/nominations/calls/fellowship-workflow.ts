import type { Workflow } from '#features/cases/workflow.ts'
import type { CallStage } from '#features/content/kinds/nomination-procedure.ts'
import { moves, workflow } from '#features/nominations/workflow.ts'
import { movesWithoutPanel } from './panel-moves.ts'

/** The life of a nomination for a fellowship with the stages of its call. Whoever is elected is always asked to accept. */
export function fellowshipWorkflow(stages: readonly CallStage[]): Workflow {
  return stages.includes('panel') ? workflow : withoutPanel
}

/** What else follows a recommendation follows scrutiny. */
const withoutPanel: Workflow = {
  ...workflow,
  moves: {
    ...movesWithoutPanel(moves),
    elect: { ...moves.elect, from: ['complete'] },
    'not-elect': { ...moves['not-elect'], from: ['complete'] },
    defer: { ...moves.defer, from: ['complete'] },
  },
}
