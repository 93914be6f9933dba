import type { ProcessName } from '#db/schema/tables.ts'
import { processes, processNames } from './processes.ts'

/** Where cases wait, for lists, desks and statistics. */

export const waitingFor = {
  office: 'The office',
  administrator: 'An administrator',
  people: 'The people concerned',
} as const

export type WaitingFor = keyof typeof waitingFor

export const assignedTo = { me: 'Me', nobody: 'Nobody', somebody: 'Someone' } as const

export interface Standing {
  process: ProcessName
  state: string
}

/** What the queues of each process are called, in few words. */
export const queueNames: Record<ProcessName, string> = {
  fellow: 'Fellows',
  'associate-fellow': 'Associate Fellows',
  membership: 'Memberships',
}

/** Every state of every process, in the order of the tables. */
export const standings: Standing[] = processNames.flatMap((process) =>
  Object.keys(processes[process].workflow.states).map((state) => ({ process, state })),
)

/** The states in which cases wait for somebody. */
export function standingsOf(waits: WaitingFor): Standing[] {
  return standings.filter(({ process, state }) => stateOf(process, state)?.waitsFor === waits)
}

export function stateLabel(process: ProcessName, state: string): string {
  return stateOf(process, state)?.label ?? state
}

/** The states to choose from; one that two processes call differently has a name for both. */
export function stateChoices(process: ProcessName | undefined): Record<string, string> {
  const choices: Record<string, string> = {}
  for (const one of standings) {
    if (process !== undefined && one.process !== process) continue
    const label = stateLabel(one.process, one.state)
    const known = choices[one.state] ?? label
    choices[one.state] = known === label ? label : (sharedLabels[one.state] ?? `${known}, or: ${label}`)
  }
  return choices
}

/** What a state is called where several processes are meant that call it differently. */
const sharedLabels: Record<string, string> = { submitted: 'Not yet confirmed', declined: 'Declined' }

export const stateNames = [...new Set(standings.map(({ state }) => state))]

function stateOf(process: ProcessName, state: string) {
  const { states } = processes[process].workflow
  return Object.hasOwn(states, state) ? states[state] : undefined
}
