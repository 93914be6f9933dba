/** The first sentence of an introduction, for lists where the rest would be too much. */
export function firstSentence(text: string): string {
  const [first = '', ...rest] = text.split(/(?<=[.!?])\s(?=\p{Lu})/u)
  return rest.length > 0 && endsInAbbreviation.test(first)
    ? `${first} ${firstSentence(rest.join(' '))}`
    : first
}

const endsInAbbreviation = /(?<!\p{L})(?:Prof|Dr|Mr|Mrs|Ms|Mx|Smt|Sri|St|No|\p{Lu})\.$/u
