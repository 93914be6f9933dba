/** What we found about a file that someone was shown. */
export interface FileVerdict {
  word: VerdictWord
  /** Why, in sentences for a person. */
  why: string
  /** Whether one of our own keys signed it. */
  isOurs: boolean
  /** The address of its page, if it names one. */
  page?: string | undefined
}

export const verdictWords = ['valid', 'changed', 'revoked', 'expired', 'not ours', 'unreadable'] as const

export type VerdictWord = (typeof verdictWords)[number]

/** Ends a check early with its verdict. */
export class CheckStopped extends Error {
  readonly word: VerdictWord

  constructor(word: VerdictWord, why: string) {
    super(why)
    this.word = word
  }
}

export function unreadable(why: string): CheckStopped {
  return new CheckStopped('unreadable', why)
}

/** Text from a file as it is shown to a person: on one line, without control characters, and short. */
export function quoted(value: unknown, max = 120): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  const plain = text
    .slice(0, max * 4)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  if (plain === '') return 'nothing'
  return plain.length > max ? `${plain.slice(0, max)}…` : plain
}
