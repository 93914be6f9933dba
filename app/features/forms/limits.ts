import { declareLimits } from '#server/load/limit.ts'

const minute = 60_000

export const formLimits = declareLimits({
  // Of one form to one address: its link works for weeks, so nobody needs many.
  'form-letter': { max: 3, windowMs: 24 * 60 * minute },
  // Of all forms: uninvolved people are not flooded, and a stranger's form leaves room for one's own.
  'form-letters-to': { max: 12, windowMs: 24 * 60 * minute },
  'form-letters-from': { max: 200, windowMs: 60 * minute },
  // Many times what forty people behind one address need near a deadline.
  'form-begun': { max: 200, windowMs: 15 * minute },
  'form-file': { max: 1000, windowMs: 60 * minute },
})
