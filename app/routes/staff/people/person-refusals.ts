import type { AddressRefusal } from '#features/people/addresses.server.ts'

/** The messages when the address of a page cannot be changed. */
export const addressRefusals: Record<Exclude<AddressRefusal, 'not-found'>, string> = {
  'no-address': 'This person has no page yet. List a fellow in the public directory first.',
  'not-a-slug': 'Use only lowercase letters, digits and single hyphens.',
  taken: 'Another person has or had this address. Choose a different one.',
}

/** The messages by field when a number is taken. */
export const numberRefusals: Record<'number-taken' | 'fellow-number-taken', Record<string, string>> = {
  'number-taken': {
    memberNo: 'Someone else already has this member number. Deleted people keep theirs for 30 days.',
  },
  'fellow-number-taken': {
    fellowNo: 'Someone else already has this fellow number. Deleted people keep theirs for 30 days.',
  },
}
