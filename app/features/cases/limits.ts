import { declareLimits } from '#server/load/limit.ts'

const minute = 60_000

export const caseLimits = declareLimits({
  // Beyond these nothing is refused; the office gets a note on the case.
  'forms-from': { max: 80, windowMs: 60 * minute },
  'forms-by': { max: 10, windowMs: 24 * 60 * minute },
  // As long as such a link works: however many a stranger requests, the sender of the case has one that works.
  'status-letter': { max: 3, windowMs: 24 * 60 * minute },
})
