import type { ConfirmationPurpose } from '#db/schema/tables.ts'

/** A word in braces: its meaning, and its sample in a preview. */
export interface Placeholder<Name extends string = string> {
  name: Name
  means: string
  sample: string
  /** Only the recipient may read it. It is hidden in the stored text, but not in the subject, so it cannot be there. */
  isSecret?: true
}

/** A letter as defined by the feature that sends it: when it is sent, its default text, and the inserted values. */
export interface LetterDefinition<Name extends string = string> {
  /** Changed texts and sent letters are stored under it, so it never changes. */
  key: string
  /** When and to whom it is sent. */
  when: string
  subject: string
  /** Paragraphs with an empty line between them. */
  body: string
  placeholders: readonly Placeholder<Name>[]
  /** Words in braces that must not be removed. */
  needs?: readonly Placeholder<Name>[]
  /**
   * Whether a stranger can cause it, by a form about anyone. One address gets a few such letters a day; the others come
   * together in one letter when the day is over.
   */
  unasked?: true
  /** Whether a person writes what it says, such as a reply: only then it does not call itself automatic. */
  byPerson?: true
  /** What its link asks the recipient to confirm; a held letter gets a new link for it. */
  asks?: readonly ConfirmationPurpose[]
  /** The label of its button, if it has a link. */
  action?: string
  /** The button comes before the paragraph with this value: people press the first link. */
  belowAction?: Placeholder<Name>
  /** Whether its link is only for the recipient, so that staff never see it. */
  isPrivate?: true
}

/** The letters of a feature, each by its name in code. */
export type Letters = Record<string, LetterDefinition>

/** The inserted values, by the words in braces. */
export type PlaceholderValues<Name extends string = string> = Partial<Record<Name, string>>

/** What the letters of a feature can contain. */
export type PlaceholderValuesOf<All extends Letters> = PlaceholderValues<
  All[keyof All]['placeholders'][number]['name']
>

export function placeholder<Name extends string>(
  name: Name,
  means: string,
  sample: string,
): Placeholder<Name> {
  return { name, means, sample }
}

/** Samples for all words in braces of a letter. */
export function sampleFacts({ placeholders }: LetterDefinition): PlaceholderValues {
  return Object.fromEntries(placeholders.map(({ name, sample }) => [name, sample]))
}
