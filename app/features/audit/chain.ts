import { hash } from 'node:crypto'

/** How entries are chained: each holds the hash of the previous one and of its own details. */

export interface ChainedEntry {
  seq: number
  at: number
  actor: string
  action: string
  subject: string
  details_hash: string
  previous_hash: string
}

/** A JSON list of numbers and texts has only one reading, whatever the texts contain. */
export function hashOfEntry(entry: ChainedEntry): string {
  const { seq, at, actor, action, subject, details_hash, previous_hash } = entry
  return sha256(JSON.stringify([seq, at, actor, action, subject, details_hash, previous_hash]))
}

/** The salt, always of the same length, prevents guessing erased details by trying. */
export function hashOfDetails(salt: string, body: string): string {
  return sha256(salt + body)
}

function sha256(text: string) {
  return hash('sha256', text)
}
