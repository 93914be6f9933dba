/** The messages by field when a number is taken. */
export const numberRefusals: Record<'number-taken' | 'fellow-number-taken', Record<string, string>> = {
  'number-taken': {
    memberNo: 'Someone else already has this member number. Deleted people keep theirs for 30 days.',
  },
  'fellow-number-taken': {
    fellowNo: 'Someone else already has this fellow number. Deleted people keep theirs for 30 days.',
  },
}
