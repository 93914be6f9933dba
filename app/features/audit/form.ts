import { z } from 'zod'
import { officeDayStart, officeDayEnd } from '#office-time.ts'
import type { EntryFilter } from './matching-entries.server.ts'

const day = (label: string) =>
  z.iso.date(`The ${label} in the address must be a day such as 2026-11-15.`).optional()

export const auditForm = z.strictObject({
  q: z.string().max(80, 'Shorten the search to 80 characters.').optional(),
  action: z
    .string()
    .regex(
      /^[a-z-]{1,41}(\.[a-z-]{1,61})?$/,
      'The action in the address does not exist. Choose one in the filter.',
    )
    .optional(),
  by: z
    .string()
    .regex(
      /^(staff:[\w-]{1,64}|visitor|system)$/,
      'Nobody of this name is in the filter. Choose someone there.',
    )
    .optional(),
  from: day('first day'),
  to: day('last day'),
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'The page in the address must be a number from 1 to 99999.')
    .transform(Number)
    .default(1),
})

export type AuditQuery = z.infer<typeof auditForm>

/** A day in the form is a whole day in office time. */
export function toFilter({ q, action, by, from, to }: Omit<AuditQuery, 'page'>): EntryFilter {
  return {
    ...(q && { q }),
    ...(action && { action }),
    ...(by && { actor: by }),
    ...(from && { from: new Date(officeDayStart(from)) }),
    ...(to && { to: new Date(officeDayEnd(to) + 1) }),
  }
}
