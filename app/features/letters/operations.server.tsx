import { renderToStaticMarkup } from 'react-dom/server'
import type { Db } from '#db/schema/tables.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { claimTry, hiddenAddress } from '#server/load/throttle.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { fill, paragraphsOf, type Wording } from './fill.ts'
import { letterKinds, type LetterKind, type Placeholder } from './kinds.ts'
import { greet, LetterPage, letterText } from './letter-page.tsx'
import { findWording } from './queries.server.ts'

export type Facts = Partial<Record<Placeholder, string>>

export interface LetterTo {
  email: string
  name: string
}

interface Given {
  facts: Facts
  link?: string | undefined
  caseId?: string | undefined
  unsubscribeUrl?: string | undefined
  /** Claimed before by whoever had to know; otherwise it is claimed now. */
  turn?: Turn
}

/** When a letter may leave: at once, or when the day of an address is over that has had its letters. */
export interface Turn {
  heldUntil: Date | undefined
}

/** For what staff cause: strangers can neither delay it nor use it up. */
export const atOnce: Turn = { heldUntil: undefined }

/** Leaves a letter to be sent, in the transaction of what it tells. */
export async function sendCaseLetter(
  db: Db,
  to: LetterTo,
  kind: LetterKind,
  { facts, link, caseId, unsubscribeUrl, turn }: Given,
  now: Date,
): Promise<string> {
  const { societyName } = await readSettings(db)
  const wording = (await findWording(db, kind)) ?? letterKinds[kind]
  const letter = composeLetter(kind, wording, { facts, link, to: to.name, societyName })
  const { heldUntil } = turn ?? (await claimTurn(db, kind, to.email, now))
  return queueLetter(db, { kind, to: to.email, caseId, unsubscribeUrl, heldUntil, ...letter }, now)
}

/** Counts a letter that forms about anybody cause, however many forms name the address. */
export async function claimTurn(db: Db, kind: LetterKind, email: string, now: Date): Promise<Turn> {
  if (letterKinds[kind].unasked !== true) return atOnce
  const claimed = await claimTry(db, 'letters-to', hiddenAddress(email), now)
  return claimed.ok ? atOnce : { heldUntil: claimed.until }
}

/** A letter as it is sent, from its wording. */
export function composeLetter(
  kind: LetterKind,
  wording: Wording,
  given: { facts: Facts; link?: string | undefined; to: string; societyName: string },
): { subject: string; text: string; html: string } {
  const { action } = letterKinds[kind] as { action?: string }
  const { link, societyName } = given
  const content = {
    subject: fill(wording.subject, given.facts),
    greeting: greet(given.to),
    // Cut into paragraphs first, so that what is filled in cannot become one of its own.
    paragraphs: paragraphsOf(wording.body)
      .map((one) => fill(one, given.facts))
      .filter((one) => one.trim() !== ''),
    action: action !== undefined && link !== undefined ? { label: action, href: link } : undefined,
    societyName,
  }
  const html = `<!doctype html>${renderToStaticMarkup(<LetterPage {...content} />)}`
  return { subject: `${content.subject} – ${societyName}`, text: letterText(content), html }
}
