import type { CallStage } from '#features/content/kinds/nomination-procedure.ts'
import type { MoveRule, StateRule, Workflow } from '#features/cases/workflow.ts'
import { line } from '#features/forms/pieces.ts'
import { states, type NominationState } from '#features/nominations/states.ts'
import { moves } from '#features/nominations/workflow.ts'
import { movesWithoutPanel, without } from '#features/nominations/calls/panel-moves.ts'

/**
 * The life of a nomination for an award. Its states and moves are stored under the names that nominations of fellows
 * gave them; staff and people outside read other words.
 */

const awardStates: Record<string, StateRule> = {
  ...without(states, ['deferred']),
  elected: { ...states.elected, label: 'Selected, acceptance pending', publicLabel: 'Selected' },
  accepted: { ...states.accepted, label: 'Selected, not yet presented', publicLabel: 'Selected' },
  admitted: { ...states.admitted, label: 'Award presented', publicLabel: 'Award presented' },
  not_elected: { ...states.not_elected, label: 'Not selected', publicLabel: 'Not selected' },
  annulled: { ...states.annulled, label: 'Selection annulled' },
}

type NominationMoveRule = MoveRule<NominationState>

/** The moves with the stages that a call has; without a call, every move that some call has. */
export function awardWorkflow(stages: readonly CallStage[] | undefined): Workflow {
  const hasPanel = stages?.includes('panel')
  const decidedFrom = (after: readonly NominationState[]): readonly NominationState[] => {
    if (stages === undefined) return ['complete', ...after]
    return hasPanel ? after : ['complete']
  }
  const rules: Record<string, NominationMoveRule> = {
    ...without(hasPanel === false ? movesWithoutPanel(moves) : moves, ['defer', 'renew']),
    'ask-again': { ...moves['ask-again'], from: ['submitted', 'returned'] },
    withdraw: { ...moves.withdraw, from: ['submitted', 'complete', 'returned'] },
    lapse: { ...moves.lapse, from: ['submitted', 'returned'] },
    elect: {
      ...moves.elect,
      label: 'Record as selected',
      from: decidedFrom(['recommended']),
      to: stages?.includes('acceptance') === false ? 'accepted' : 'elected',
      asks: moves.elect.asks?.map((one) => ({ ...one, ...selectionWords[one.name] })) ?? [],
    },
    'not-elect': {
      ...moves['not-elect'],
      label: 'Record as not selected',
      from: decidedFrom(['recommended', 'not_recommended']),
    },
    admit: {
      label: 'Record as presented',
      from: ['accepted'],
      to: 'admitted',
      by: ['admin'],
      judgedBy: ['admission'],
      asks: [
        { kind: 'day', name: 'givenOn', label: 'Presented on', yearsBack: 0 },
        line('conference', 'Presented at', 150, { optional: true }),
      ],
    },
    annul: { ...moves.annul, label: 'Annul the selection' },
  }
  return { first: 'submitted', states: awardStates, moves: rules }
}

const selectionWords: Record<string, { label?: string; hint?: string } | undefined> = {
  electedOn: { label: 'Day of the decision' },
  citation: { hint: 'The selected person reads it as you write it.' },
}
