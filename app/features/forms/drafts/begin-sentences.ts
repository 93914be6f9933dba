import type { NotBegun } from './beginning.server.ts'

/** What we tell somebody for whom no form can be begun now. */
export const notBegun: Record<NotBegun, string> = {
  'too-many': 'Very many forms were begun from your network. Try again in a quarter of an hour.',
  'network-full':
    'The forms begun from your network hold as much as we can store for it. Try again tomorrow, or write to the office.',
  'all-full': 'We cannot store more forms at present. Try again tomorrow, or write to the office.',
}
