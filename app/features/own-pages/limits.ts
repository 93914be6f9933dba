import { declareLimits } from '#server/load/limit.ts'

const minute = 60_000

export const ownPageLimits = declareLimits({
  // Codes for the own page. One network cannot use up what an address may get from all of them.
  'own-codes-from': { max: 60, windowMs: 60 * minute },
  'own-codes-by': { max: 3, windowMs: 10 * minute },
  'own-codes-by-a-day': { max: 12, windowMs: 24 * 60 * minute },
  'own-codes-to': { max: 30, windowMs: 60 * minute },
  // Nobody needs more, and a mailbox must not be flooded from many networks.
  'own-codes-a-day': { max: 50, windowMs: 24 * 60 * minute },
  // Of a browser in which someone has signed in with the address before: strangers do not use these up.
  'own-codes-known': { max: 12, windowMs: 24 * 60 * minute },
  // Of one person, on the own page.
  'own-email-changes': { max: 5, windowMs: 24 * 60 * minute },
  'own-requests': { max: 20, windowMs: 24 * 60 * minute },
  'own-changes': { max: 50, windowMs: 24 * 60 * minute },
  'own-exports': { max: 5, windowMs: 24 * 60 * minute },
  'own-helpers': { max: 5, windowMs: 24 * 60 * minute },
  'own-passkeys': { max: 20, windowMs: 24 * 60 * minute },
  // As for staff: of a network, which a whole institute may share.
  'own-passkey-challenges': { max: 300, windowMs: 15 * minute },
  'own-passkey-tries': { max: 100, windowMs: 15 * minute },
  'own-code-tries': { max: 100, windowMs: 15 * minute },
})
