import { dayMs } from '#office-time.ts'

/** How long someone may help, from the day on which they were named or their help was extended. */
export const helperYearMs = 365 * dayMs

/** How long a helper has to sign in for the first time. */
export const helperStartMs = 30 * dayMs

/** How long before the end we remind of it. */
export const helperReminderMs = 30 * dayMs

export const maxHelpers = 2
