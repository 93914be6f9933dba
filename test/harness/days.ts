/** A Monday in the Academy's early days, for tests that need a fixed now. */
export const monday = new Date('1995-01-02T09:00:00Z')

/** A day in the autumn of 2026, when the sample calls are open and the sample conference is upcoming. */
export const autumn = new Date('2026-11-15T06:30:00Z')
