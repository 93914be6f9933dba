/** What a link in a letter about a case may be for. */
export const linkPurposes = [
  'consent',
  'second',
  'verify',
  'correct',
  'renew',
  'answer',
  'accept',
  'status',
] as const

export type LinkPurpose = (typeof linkPurposes)[number]
