/** One JSON line for each event, on standard output. Values are data, never part of the format. */
export function log(event: string, facts: Record<string, unknown> = {}) {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`)
}

export function logError(event: string, error: unknown, facts: Record<string, unknown> = {}) {
  log(event, { ...facts, error: describe(error) })
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
