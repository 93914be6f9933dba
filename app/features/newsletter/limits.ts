import { declareLimits } from '#server/load/limit.ts'

const minute = 60_000

export const newsletterLimits = declareLimits({
  'newsletter-from': { max: 100, windowMs: 60 * minute },
  // Whatever strangers do; counted separately from receipts of enquiries, so that one does not delay the other.
  'newsletter-letter': { max: 1, windowMs: 24 * 60 * minute },
})
