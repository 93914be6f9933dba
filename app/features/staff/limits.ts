import { declareLimits } from '#server/load/limit.ts'

const minute = 60_000

export const staffLimits = declareLimits({
  account: { max: 10, windowMs: 15 * minute, sliding: true },
  device: { max: 10, windowMs: 15 * minute, sliding: true },
  factor: { max: 10, windowMs: 15 * minute, sliding: true },
  'factor-letter': { max: 1, windowMs: 24 * 60 * minute },
  // People of an institute often share one address.
  address: { max: 100, windowMs: 15 * minute },
  // The sign-in page requests one each time someone starts to use a passkey.
  'passkey-challenge': { max: 300, windowMs: 15 * minute },
  // Each is a row and a request to the provider.
  'provider-attempt': { max: 100, windowMs: 15 * minute },
  // Each cause has its own count, so that nobody uses up what another needs. Shorter than such a link lives: however
  // many a stranger requests, the owner has one that works.
  'sign-in-letter': { max: 2, windowMs: 20 * minute },
  'reset-letter': { max: 2, windowMs: 20 * minute },
  'verify-letter': { max: 2, windowMs: 20 * minute },
  // By administrators, and by the holder of the invitation.
  'invite-letter': { max: 3, windowMs: 60 * minute },
  'renewed-invite-letter': { max: 3, windowMs: 60 * minute },
  'sign-up': { max: 20, windowMs: 60 * minute },
  'sign-up-letter': { max: 6, windowMs: 24 * 60 * minute },
})
