import { declareLimits } from '#server/load/limit.ts'

const minute = 60_000

export const staffLimits = declareLimits({
  account: { most: 10, windowMs: 15 * minute, sliding: true },
  device: { most: 10, windowMs: 15 * minute, sliding: true },
  factor: { most: 10, windowMs: 15 * minute, sliding: true },
  'factor-letter': { most: 1, windowMs: 24 * 60 * minute },
  // People of an institute often share one address.
  address: { most: 100, windowMs: 15 * minute },
  // The sign-in page requests one each time someone starts to use a passkey.
  'passkey-challenge': { most: 300, windowMs: 15 * minute },
  // Each is a row and a request to the provider.
  'provider-attempt': { most: 100, windowMs: 15 * minute },
  // Each cause has its own count, so that nobody uses up what another needs. Shorter than such a link lives: however
  // many a stranger requests, the owner has one that works.
  'sign-in-letter': { most: 2, windowMs: 20 * minute },
  'reset-letter': { most: 2, windowMs: 20 * minute },
  'verify-letter': { most: 2, windowMs: 20 * minute },
  // By administrators, and by the holder of the invitation.
  'invite-letter': { most: 3, windowMs: 60 * minute },
  'renewed-invite-letter': { most: 3, windowMs: 60 * minute },
  'sign-up': { most: 20, windowMs: 60 * minute },
  'sign-up-letter': { most: 6, windowMs: 24 * 60 * minute },
})
