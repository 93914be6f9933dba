import type { CaseTypeName } from '#db/schema/tables.ts'
import { caseTypes, caseTypeNames } from './case-types.ts'

/** Where cases wait, for lists, dashboards and statistics. */

export const waitingFor = {
  office: 'The office',
  administrator: 'An administrator',
  people: 'The people concerned',
} as const

export type WaitingFor = keyof typeof waitingFor

export const assignedTo = { me: 'Me', nobody: 'Nobody', somebody: 'Someone' } as const

export interface CaseStatus {
  process: CaseTypeName
  state: string
}

/** Short names of the queues of each case type. */
export const queueNames: Record<CaseTypeName, string> = {
  fellow: 'Fellows',
  'associate-fellow': 'Associate Fellows',
  award: 'Awards',
  membership: 'Memberships',
}

/** Every state of every case type, in the order of the tables. */
export const caseStatuses: CaseStatus[] = caseTypeNames.flatMap((caseType) =>
  Object.keys(caseTypes[caseType].workflow.states).map((state) => ({ process: caseType, state })),
)

/** The states in which cases wait for someone. */
export function statusesWaitingFor(waits: WaitingFor): CaseStatus[] {
  return caseStatuses.filter(({ process: caseType, state }) => stateOf(caseType, state)?.waitsFor === waits)
}

export function stateLabel(caseType: CaseTypeName, state: string): string {
  return stateOf(caseType, state)?.label ?? state
}

/** The states to choose from; one with different names in two case types shows both. */
export function stateChoices(caseType: CaseTypeName | undefined): Record<string, string> {
  const choices: Record<string, string> = {}
  for (const one of caseStatuses) {
    if (caseType !== undefined && one.process !== caseType) continue
    const label = stateLabel(one.process, one.state)
    const known = choices[one.state] ?? label
    choices[one.state] = known === label ? label : (sharedLabels[one.state] ?? `${known}, or: ${label}`)
  }
  return choices
}

/** The name of a state for several case types that name it differently. */
const sharedLabels: Record<string, string> = {
  submitted: 'Not yet confirmed',
  declined: 'Declined',
  elected: 'Acceptance pending',
  accepted: 'Elected or selected',
  admitted: 'Admitted or award presented',
  not_elected: 'Not elected or not selected',
  annulled: 'Annulled',
}

export const stateNames = [...new Set(caseStatuses.map(({ state }) => state))]

function stateOf(caseType: CaseTypeName, state: string) {
  const { states } = caseTypes[caseType].workflow
  return Object.hasOwn(states, state) ? states[state] : undefined
}
