/**
 * What each kind of background job does, for the administrator. Work that may be too late, or done otherwise by now, is
 * not tried again: it could mail an expired link, or show an older photograph. `instead` says what to do then.
 */
export type JobKinds = Record<string, { work: string; instead?: string }>
