import { withoutHalfFormulas } from './formula-marks.ts'

/** At most this long, cut between words. Every page uses it, so it is apart from what makes search entries. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  const whole = withoutHalfFormulas(cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)))
  return `${whole.trimEnd()}…`
}
