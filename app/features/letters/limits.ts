import { declareLimits } from '#server/load/limit.ts'

const minute = 60_000

export const letterLimits = declareLimits({
  'letters-from': { max: 30, windowMs: 60 * minute },
  // Letters about forms that strangers can submit; those beyond it are sent together when the day is over.
  'letters-to': { max: 6, windowMs: 24 * 60 * minute },
})
