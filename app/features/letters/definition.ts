import type { ConfirmationPurpose } from '#db/schema/tables.ts'

/** A word in braces: what it stands for, and how it looks in a preview. */
export interface Placeholder<Name extends string = string> {
  name: Name
  means: string
  sample: string
}

/** A letter as the feature that sends it defines it: when it goes out, its text as delivered, what is filled in. */
export interface LetterDefinition<Name extends string = string> {
  /** Texts that administrators changed and letters that were sent are stored under it, so it never changes. */
  key: string
  /** When and to whom it is sent. */
  when: string
  subject: string
  /** Paragraphs with an empty line between them. */
  body: string
  placeholders: readonly Placeholder<Name>[]
  /** Words in braces that must not be left out. */
  needs?: readonly Placeholder<Name>[]
  /**
   * Whether a stranger can have it sent, by a form about anybody. One address gets a few such letters in a day; the
   * others come together in one letter when the day is over.
   */
  unasked?: true
  /** What its link asks the receiver to confirm; a letter that was held gets a fresh link to it. */
  asks?: readonly ConfirmationPurpose[]
  /** The words of its button, where it has a link. */
  action?: string
  /** Whether its link is for the receiver alone, so that staff never see it. */
  isPrivate?: true
}

/** The letters of a feature, each by its name in code. */
export type Letters = Record<string, LetterDefinition>

/** What is filled in, by the words in braces. */
export type Facts<Name extends string = string> = Partial<Record<Name, string>>

/** What the letters of a feature can tell. */
export type FactsOf<All extends Letters> = Facts<All[keyof All]['placeholders'][number]['name']>

export function placeholder<Name extends string>(
  name: Name,
  means: string,
  sample: string,
): Placeholder<Name> {
  return { name, means, sample }
}

/** Samples for all words in braces of a letter. */
export function sampleFacts({ placeholders }: LetterDefinition): Facts {
  return Object.fromEntries(placeholders.map(({ name, sample }) => [name, sample]))
}
