import { declareLimits } from '#server/load/limit.ts'

const minute = 60_000

export const ownPageLimits = declareLimits({
  // Codes for the own page. One network cannot use up what an address may get from all of them.
  'own-codes-from': { most: 60, windowMs: 60 * minute },
  'own-codes-by': { most: 3, windowMs: 10 * minute },
  'own-codes-by-a-day': { most: 12, windowMs: 24 * 60 * minute },
  'own-codes-to': { most: 30, windowMs: 60 * minute },
  // Nobody needs more, and a mailbox must not be flooded from many networks.
  'own-codes-a-day': { most: 50, windowMs: 24 * 60 * minute },
  // Of a browser in which someone has signed in with the address before: strangers do not use these up.
  'own-codes-known': { most: 12, windowMs: 24 * 60 * minute },
  // Of one person, on the own page.
  'own-email-changes': { most: 5, windowMs: 24 * 60 * minute },
  'own-requests': { most: 20, windowMs: 24 * 60 * minute },
  'own-changes': { most: 50, windowMs: 24 * 60 * minute },
  'own-exports': { most: 5, windowMs: 24 * 60 * minute },
  'own-helpers': { most: 5, windowMs: 24 * 60 * minute },
  'own-passkeys': { most: 20, windowMs: 24 * 60 * minute },
  // As for staff: of a network, which a whole institute may share.
  'own-passkey-challenges': { most: 300, windowMs: 15 * minute },
  'own-passkey-tries': { most: 100, windowMs: 15 * minute },
  'own-code-tries': { most: 100, windowMs: 15 * minute },
})
