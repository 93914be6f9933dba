import type { FactName, PersonFacts, RuleFacts, RuleRole } from './facts.ts'

/** Facts with where each of them comes from. What nobody has said is left out, and the rules answer “not known”. */
export interface SourcedFacts {
  facts: RuleFacts
  origins: FactOrigins
}

/** Such as “the register”, or what an officer has entered. */
export type FactOrigins = { readonly [N in FactName]?: string }

export type PossibleFacts = { readonly [N in keyof RuleFacts]: RuleFacts[N] | undefined }

export function factsFrom(origin: string, possible: PossibleFacts): SourcedFacts {
  const known = Object.entries(possible).filter(([, value]) => value !== undefined && value !== '')
  return {
    facts: Object.fromEntries(known),
    origins: Object.fromEntries(known.map(([name]) => [name, origin])),
  }
}

/** The same for what is known about one person. */
export function factsAbout(role: RuleRole, origin: string, possible: PersonFacts): SourcedFacts {
  const named = Object.entries(possible).map(([fact, value]) => [`${role}.${fact}`, value])
  return factsFrom(origin, Object.fromEntries(named) as PossibleFacts)
}

/** Of two that say the same, the later counts. */
export function joinFacts(...all: readonly SourcedFacts[]): SourcedFacts {
  return {
    facts: Object.assign({}, ...all.map(({ facts }) => facts)) as RuleFacts,
    origins: Object.assign({}, ...all.map(({ origins }) => origins)) as FactOrigins,
  }
}
