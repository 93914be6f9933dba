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
  subject: string
  award?: string | undefined
  form?: Partial<Record<CallPart | 'online', boolean | undefined>> | undefined
  stages?: Partial<Record<CallStage, boolean | undefined>> | undefined
  panel?: string | undefined
  rulebook?: string | undefined
}

/**
 * Undefined if the call says nothing about it: then nobody can be nominated for an award on this site, and a fellowship
 * has all parts of its form and all stages.
 */
export function procedureOf({
  subject,
  award,
  form,
  stages,
  panel,
  rulebook,
}: ChosenProcedure): NominationProcedure | undefined {
  const takesNominations = subject === 'award' ? Boolean(award) : subject !== 'membership'
  if (form?.online !== true || !takesNominations) return undefined
  // A call for a fellowship cannot leave this stage out, so one without it was published before these choices existed.
  if (subject !== 'award' && stages?.acceptance !== true) return undefined
  return { parts: chosen(callParts, form), stages: chosen(callStages, stages), panel, rulebook }
}

function chosen<Name extends string>(
  names: Record<Name, string>,
  ticked: Partial<Record<NoInfer<Name>, boolean | undefined>> = {},
): Name[] {
  return (Object.keys(names) as Name[]).filter((name) => ticked[name] === true)
}
