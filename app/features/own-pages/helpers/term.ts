const day = 24 * 3_600_000

/** How long someone may help, from the day on which they were named or their help was extended. */
export const helperYearMs = 365 * day

/** How long a helper has to sign in for the first time. */
export const helperStartMs = 30 * day

/** How long before the end we remind of it. */
export const helperReminderMs = 30 * day

export const mostHelpers = 2
