import { withoutPersonal } from './personal-words.ts'

/**
 * One JSON line for each event, on standard output. Values are data, never part of the format, and personal data is
 * removed from them.
 */
export function log(event: string, facts: Record<string, unknown> = {}) {
  const line = JSON.stringify({ at: new Date().toISOString(), event, ...facts }, bare)
  process.stdout.write(`${line}\n`)
}

function bare(_name: string, value: unknown) {
  return typeof value === 'string' ? withoutPersonal(value) : value
}

export function logError(event: string, error: unknown, facts: Record<string, unknown> = {}) {
  log(event, { ...facts, error: describe(error) })
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
