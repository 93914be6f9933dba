import { renderToStaticMarkup } from 'react-dom/server'
import type { Db } from '#db/schema/tables.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { letterLimits } from './limits.ts'
import { claimTry, hiddenAddress } from '#server/load/throttle.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import type { PlaceholderValues, LetterDefinition } from './definition.ts'
import { fill, paragraphsOf, type Wording } from './fill.ts'
import { greet, LetterPage, letterText, type ScanCode } from './letter-page.tsx'
import { nameInLetter } from './names.ts'
import { readWording } from './queries.server.ts'

export interface LetterTo {
  email: string
  name: string
}

interface LetterContent<Name extends string> {
  facts: PlaceholderValues<Name>
  link?: string | undefined
  caseId?: string | undefined
  /** A code to scan. */
  code?: ScanCode | undefined
  /** One of the facts that only the recipient may read, such as a code to sign in with. */
  secret?: NoInfer<Name>
  unsubscribeUrl?: string | undefined
  /** When the secret stops working: the letter is not sent any more. */
  expiresAt?: Date | undefined
  /** Already claimed by a caller that had to know; otherwise it is claimed now. */
  sendingTime?: SendingTime
}

/** When a letter may be sent: immediately, or when the day of an address at its limit is over. */
export interface SendingTime {
  heldUntil: Date | undefined
}

/** For letters that staff cause: strangers can neither delay them nor use up their limit. */
export const immediately: SendingTime = { heldUntil: undefined }

/** Queues a letter, in the transaction of what it reports. */
export async function sendLetter<Name extends string>(
  db: Db,
  to: LetterTo,
  letter: LetterDefinition<Name>,
  { facts, link, caseId, code, secret, expiresAt, unsubscribeUrl, sendingTime }: LetterContent<NoInfer<Name>>,
  now: Date,
): Promise<string> {
  const { societyName } = await readSettings(db)
  const wording = await readWording(db, letter)
  const composed = composeLetter(letter, wording, { facts, link, code, to: to.name, societyName })
  const { heldUntil } = sendingTime ?? (await claimSendingTime(db, letter, to.email, now))
  const delivery = { kind: letter.key, to: to.email, aboutId: caseId, unsubscribeUrl, heldUntil, expiresAt }
  const isByPerson = letter.byPerson === true
  const hidden = secret === undefined ? undefined : facts[secret]
  return queueLetter(db, { ...delivery, ...composed, isByPerson, code: hidden }, now)
}

/** Counts a letter caused by forms about anyone, however many forms name the address. */
export async function claimSendingTime(
  db: Db,
  { unasked }: LetterDefinition,
  email: string,
  now: Date,
): Promise<SendingTime> {
  if (unasked !== true) return immediately
  const claimed = await claimTry(db, letterLimits['letters-to'], hiddenAddress(email), now)
  return claimed.ok ? immediately : { heldUntil: claimed.until }
}

/** A letter as it is sent, from its wording. */
export function composeLetter(
  { action, belowAction, unasked }: LetterDefinition,
  wording: Wording,
  given: {
    facts: PlaceholderValues
    link?: string | undefined
    code?: ScanCode | undefined
    to: string
    societyName: string
  },
): { subject: string; text: string; html: string } {
  const { link, code, societyName } = given
  // Split into paragraphs first, so that an inserted value cannot become a separate one.
  const paragraphs = paragraphsOf(wording.body)
  const filled = (some: string[]) =>
    some.map((one) => fill(one, given.facts)).filter((one) => one.trim() !== '')
  const split = belowAction ? paragraphs.findIndex((one) => one.includes(`{${belowAction.name}}`)) : -1
  const above = split < 0 ? paragraphs.length : split
  const content = {
    subject: fill(wording.subject, given.facts),
    // A stranger may have typed the name.
    greeting: greet(unasked ? nameInLetter(given.to) : given.to),
    paragraphs: filled(paragraphs.slice(0, above)),
    below: filled(paragraphs.slice(above)),
    action: action !== undefined && link !== undefined ? { label: action, href: link } : undefined,
    code,
    societyName,
  }
  const html = `<!doctype html>${renderToStaticMarkup(<LetterPage {...content} />)}`
  return { subject: `${content.subject} – ${societyName}`, text: letterText(content), html }
}
