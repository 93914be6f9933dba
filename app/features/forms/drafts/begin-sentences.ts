import type { NotStarted } from './beginning.server.ts'

/** The messages when no form can be started now. */
export const notStarted: Record<NotStarted, string> = {
  'too-many': 'Too many forms were started from your network. Try again in 15 minutes.',
  'network-full':
    'The forms from your network have used all the space we allow for one network. Try again tomorrow, or contact the office.',
  'all-full': 'We cannot store more forms at the moment. Try again tomorrow, or contact the office.',
}
