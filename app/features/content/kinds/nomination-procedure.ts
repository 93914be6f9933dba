/** What an administrator chooses for a call, from closed lists. */

/** The parts of a nomination form that a call may leave out. */
export const callParts = {
  career: 'Career',
  doctorate: 'Doctorate',
  publications: 'Publications',
  files: 'Files',
  experts: 'Experts',
  seconder: 'Seconder',
} as const

export type CallPart = keyof typeof callParts

/** The stages that a call may leave out. */
export const callStages = {
  panel: 'The panel recommends',
  acceptance: 'The selected person accepts',
} as const

export type CallStage = keyof typeof callStages

/** How nominations for a call are made and decided. */
export interface NominationProcedure {
  parts: CallPart[]
  stages: CallStage[]
  panel?: string | undefined
  rulebook?: string | undefined
}

export interface ChosenProcedure {
  form?: Partial<Record<CallPart | 'online', boolean | undefined>> | undefined
  stages?: Partial<Record<CallStage, boolean | undefined>> | undefined
  panel?: string | undefined
  rulebook?: string | undefined
}

/** Undefined if the call takes no nominations on this site. */
export function procedureOf({
  form,
  stages,
  panel,
  rulebook,
}: ChosenProcedure): NominationProcedure | undefined {
  if (form?.online !== true) return undefined
  return { parts: chosen(callParts, form), stages: chosen(callStages, stages), panel, rulebook }
}

function chosen<Name extends string>(
  names: Record<Name, string>,
  ticked: Partial<Record<NoInfer<Name>, boolean | undefined>> = {},
): Name[] {
  return (Object.keys(names) as Name[]).filter((name) => ticked[name] === true)
}
