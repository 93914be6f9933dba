import { hash } from 'node:crypto'

/** How entries are tied together: each holds the hash of the one before it and of its own details. */

export interface ChainedEntry {
  seq: number
  at: number
  actor: string
  action: string
  subject: string
  details_hash: string
  previous_hash: string
}

/** A JSON list of numbers and texts reads in one way only, whatever the texts hold. */
export function hashOfEntry(entry: ChainedEntry): string {
  const { seq, at, actor, action, subject, details_hash, previous_hash } = entry
  return sha256(JSON.stringify([seq, at, actor, action, subject, details_hash, previous_hash]))
}

/** The salt, always of one length, keeps erased details from being guessed by trying. */
export function hashOfDetails(salt: string, body: string): string {
  return sha256(salt + body)
}

function sha256(text: string) {
  return hash('sha256', text)
}
