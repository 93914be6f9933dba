/** A larger difference means that the machine's clock was changed. */
const leapMs = 10_000

/**
 * The time, or undefined just after the machine's clock has jumped: a jump is believed once it has lasted a minute, so
 * that a clock corrected within the minute publishes nothing early.
 */
export function steadyClock(
  readClock = Date.now,
  elapsedMs = () => performance.now(),
  trustAfterMs = 60_000,
) {
  let aheadMs = readClock() - elapsedMs()
  let leaptAt: number | undefined
  return (): Date | undefined => {
    const now = readClock()
    const elapsed = elapsedMs()
    const isSteady = Math.abs(now - elapsed - aheadMs) < leapMs
    if (!isSteady && elapsed - (leaptAt ??= elapsed) < trustAfterMs) return undefined
    leaptAt = undefined
    aheadMs = now - elapsed
    return new Date(now)
  }
}
