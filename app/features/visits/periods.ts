/** Smaller numbers are not shown, so that nobody can recognise a single visitor in them. */
export const minShown = 3

export const periods = { '7': 'Last 7 days', '30': 'Last 30 days', '365': 'Last 12 months' } as const

export type Period = keyof typeof periods
