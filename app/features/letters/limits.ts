import { declareLimits } from '#server/load/limit.ts'

const minute = 60_000

export const letterLimits = declareLimits({
  'letters-from': { most: 30, windowMs: 60 * minute },
  // Letters about forms that strangers can submit; those beyond it are sent together when the day is over.
  'letters-to': { most: 6, windowMs: 24 * 60 * minute },
})
