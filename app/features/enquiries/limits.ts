import { declareLimits } from '#server/load/limit.ts'

const minute = 60_000

export const enquiryLimits = declareLimits({
  // A whole institute may write in the last hour before a deadline.
  'enquiries-from': { max: 300, windowMs: 60 * minute },
  'enquiries-by': { max: 30, windowMs: 60 * minute },
  // Whatever strangers do; counted separately from the newsletter, so that one does not delay the other.
  'enquiry-receipt': { max: 1, windowMs: 24 * 60 * minute },
  // This many of a kind are separate rows in the inbox; the others make one row.
  'held-alike': { max: 10, windowMs: 24 * 60 * minute },
})
