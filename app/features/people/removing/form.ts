import { z } from 'zod'
import { maxReasonLength } from '#features/people/person-fields.ts'

const reason = z
  .string()
  .trim()
  .min(10, 'Enter a reason of at least 10 characters.')
  .max(maxReasonLength, `Shorten the reason to ${maxReasonLength} characters.`)

export const removalForm = z.strictObject({ removalReason: reason })

/** Approving it: the version of the entry and the time of the proposal as the officer read them. */
export const oneApprovalForm = z.strictObject({ shownVersion: z.string().regex(/^\d{1,9}_\d{1,15}$/) })

/** For several people: the first click only chooses. */
export const removalsForm = z.strictObject({ removalReason: z.string().max(2000).optional() })

/** For several removals: the first click shows why they were proposed, the second sends the shown version of each. */
export const approvalForm = z.strictObject({ confirmed: z.literal('yes').optional() })

export function readRemovalReason(
  text: string,
): { ok: true; reason: string } | { ok: false; sentence: string } {
  const read = reason.safeParse(text)
  if (read.success) return { ok: true, reason: read.data }
  return { ok: false, sentence: read.error.issues[0]?.message ?? 'Enter a reason.' }
}
