import type { Difference } from '#features/content/text/compare.ts'
import type { Advice } from '#features/content/entry/checks.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import type { CurrentCopy } from '#features/content/entry/typed.ts'
import type { Values } from '#features/content/entry/values.ts'

/** How the editing page talks to the server. Every way it can fail has a name, because each has its own message. */

export type SendOutcome<T> = { ok: true; answer: T } | { ok: false; trouble: SendTrouble; answer?: Refused }

export type SendTrouble = 'offline' | 'signed-out' | 'refused' | 'failed'

/** The server's answer when it does not save. */
export interface Refused {
  sentence?: string
  errors?: Record<string, string>
  conflict?: DraftConflict
  /** Another tab or device has written: what is stored now. */
  moved?: CurrentCopy
}

/** The server's answer when it has saved. */
export interface SavedAnswer {
  version: number
  data: Draft
  /** Fields into which changes of others were merged, and their names. */
  taken: string[]
  labels: string[]
  /** Who made these changes; nobody if this person did. */
  by: string[]
  /** What the checks say about it. */
  advice: Advice[]
}

/** Two texts that contradict each other in some fields. */
export interface DraftConflict {
  /** The version that someone saved; missing if this person typed both. */
  version?: number
  by: string | null
  /** When it was saved. */
  at?: number
  /** What both started from. */
  base: Values
  theirs: Values
  /** Names of fields whose changes by the other person are included without a question. */
  taken?: string[]
  /** Mine against theirs, only in the fields that contradict each other. */
  differences: Difference[]
}

export async function send<T>(address: string, fields: Record<string, string>): Promise<SendOutcome<T>> {
  let response: Response
  try {
    response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers: { accept: 'application/json' },
    })
  } catch {
    return { ok: false, trouble: 'offline' }
  }
  // The server redirects to the sign-in page without a session.
  if (response.type === 'opaqueredirect') return { ok: false, trouble: 'signed-out' }
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok && answer !== undefined) return { ok: true, answer: answer as T }
  if (answer === undefined || response.status >= 500) return { ok: false, trouble: 'failed' }
  return { ok: false, trouble: 'refused', answer: answer as Refused }
}
