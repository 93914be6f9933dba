/** What is laid down about a kind of letter. */
export interface LetterRule {
  /** Where staff look for it. */
  group: (typeof letterGroups)[number]
  /** When and to whom it is sent. */
  when: string
  subject: string
  /** Paragraphs with an empty line between them. */
  body: string
  placeholders: readonly string[]
  /** Words in braces that must not be left out. */
  needs?: readonly string[]
  /**
   * Whether a stranger can have it sent, by a form about anybody. One address gets a few such letters in a day; the
   * others come together in one letter when the day is over.
   */
  unasked?: true
  /** The words of its button, where it has a link. */
  action?: string
}

export const letterGroups = [
  'Forms',
  'Nominations',
  'Memberships',
  'Enquiries',
  'Newsletter',
  'Staff accounts',
  'Audit trail',
  'Running the site',
] as const

export function letters<Kinds extends string>(kinds: Record<Kinds, LetterRule>) {
  return kinds
}
