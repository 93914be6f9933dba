/** The moment of a time that the office typed; the minute in which a call closes belongs to it still. */
export function indianMoment(text: string): number | undefined {
  const at = Date.parse(`${text.replace(' ', 'T')}:00+05:30`)
  // A day that no calendar has comes back as another one, or not at all.
  const isReal =
    !Number.isNaN(at) && new Date(at + indianOffset).toISOString().startsWith(text.replace(' ', 'T'))
  return isReal ? at : undefined
}

const indianOffset = 5.5 * 3_600_000
