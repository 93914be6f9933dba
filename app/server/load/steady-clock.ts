/** Beyond this the machine's clock has not run on but leapt. */
const leapMs = 10_000

/**
 * The time, or nothing while the machine's clock has just leapt: a leap is believed once it has lasted a minute. What
 * was put right before then has published nothing early.
 */
export function steadyClock(readClock = Date.now, elapsedMs = () => performance.now(), patienceMs = 60_000) {
  let aheadMs = readClock() - elapsedMs()
  let leaptAt: number | undefined
  return (): Date | undefined => {
    const now = readClock()
    const elapsed = elapsedMs()
    const isSteady = Math.abs(now - elapsed - aheadMs) < leapMs
    if (!isSteady && elapsed - (leaptAt ??= elapsed) < patienceMs) return undefined
    leaptAt = undefined
    aheadMs = now - elapsed
    return new Date(now)
  }
}
