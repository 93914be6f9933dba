/** Why an entry could not be moved, relocated or assigned. */
export const moveRefusals = {
  'not-found': 'This entry no longer exists.',
  conflict: 'Someone saved a newer version. Check it, then try again.',
  incomplete: 'This entry is not complete. See “Before publishing” for what needs correcting.',
  'no-time': 'Enter a date and time in the future (IST).',
  'in-the-past': 'Enter a date and time in the future (IST).',
  'wrong-state': 'This is not possible in the current status.',
  'fixed-address': 'The site needs this page, so it has to stay published at its address.',
  'for-administrators': 'Only an administrator can do this. Submit it for review.',
  'not-a-slug': 'Use only lowercase letters, digits and single hyphens.',
  taken: 'Another entry already has this address. Choose a different one.',
  'no-note': 'Write a note to the author: what needs to change?',
  'no-such-reviewer': 'This person cannot review entries. Choose a reviewer from the list.',
}
