import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config/config.server.ts'
import { cookieName, readCookie, writeCookie } from '#server/http/cookies.ts'
import { redirectWith } from './answers.server.ts'
import { given, type RouteArgs } from './begin.server.ts'
import { messageOf, type Flash } from './flash-messages.ts'
import type { FlashMessage } from './messages/message.ts'

/**
 * An action's message travels to the next page in a cookie, so that a link cannot forge it and a reload does not repeat
 * it. The cookie holds the key and parameters of the message, is signed, and is valid for one page and one minute.
 */

const lifetimeSeconds = 60
/** Browsers ignore cookies of more than 4,096 bytes. */
const maxCharacters = 3900

interface SignedFlash {
  /** Distinguishes two messages with the same text. */
  id: string
  /** The path of the page that shows it; other pages ignore it. */
  page: string
  at: number
  flash: Flash
}

/** Redirects to a page that shows the message once. */
export function redirectWithFlash(
  args: Pick<RouteArgs, 'context'>,
  to: string,
  flash: Flash,
  cookies: string[] = [],
) {
  const { config, now } = given(args)
  const page = new URL(to, config.origin).pathname
  const id = randomBytes(6).toString('base64url')
  const signed = { id, page, at: now.getTime() }
  const whole = signFlash({ ...signed, flash }, config.secret)
  const text =
    whole.length <= maxCharacters ? whole : signFlash({ ...signed, flash: brief(flash) }, config.secret)
  return redirectWith(to, [
    ...cookies,
    writeCookie(flashCookieName(config), text, lifetimeSeconds, config.origin),
  ])
}

/** The same message without Undo, for too many rows or a long text. */
function brief(flash: Flash): Flash {
  if (isLongWhenUndone(flash)) return { ...flash, before: undefined }
  if (!('rows' in flash)) return flash
  return { ...flash, rows: [], ...('refused' in flash && { refused: [] }) }
}

const longWhenUndone = [
  ...(['wording-saved', 'wording-reset', 'settings-saved', 'rulebook-example-removed'] as const),
  ...(['person-saved', 'body-saved', 'file-described'] as const),
]

function isLongWhenUndone(flash: Flash): flash is Extract<Flash, { key: (typeof longWhenUndone)[number] }> {
  return (longWhenUndone as readonly string[]).includes(flash.key)
}

export type ShownFlash = Omit<FlashMessage, 'unsent'> & Pick<SignedFlash, 'id'>

/** The message for this page, if any, and the header that deletes its cookie. */
export function takeFlash({ context, request, url }: RouteArgs): {
  flash: ShownFlash | undefined
  headers: Record<string, string>
} {
  const { config, now } = given({ context })
  const text = readCookie(request.headers.get('cookie'), flashCookieName(config))
  const signed = text && readSignedFlash(text, config.secret)
  if (!signed) return { flash: undefined, headers: {} }
  // Another machine may have set it, and its clock may be ahead.
  const isFresh = Math.abs(now.getTime() - signed.at) <= lifetimeSeconds * 1000
  if (isFresh && signed.page !== url.pathname) return { flash: undefined, headers: {} }
  const message = isFresh ? messageOf(signed.flash) : undefined
  return {
    flash: message && { ...asSent(message, config), id: signed.id },
    headers: { 'set-cookie': writeCookie(flashCookieName(config), '', 0, config.origin) },
  }
}

/** Without a mail server no message says that an email was sent: it waits until there is one. */
function asSent(
  { unsent, ...message }: FlashMessage,
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
): Omit<FlashMessage, 'unsent'> {
  if (unsent === undefined || smtpUrl !== undefined) return message
  const text = `${unsent} No mail server is set up, so the email waits in the email log.`
  return { ...message, kind: 'warning', text }
}

function flashCookieName({ origin }: Config): string {
  return cookieName('iaps_flash', origin)
}

function signFlash(content: SignedFlash, secret: string): string {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${text}.${signatureOf(text, secret).toString('base64url')}`
}

function readSignedFlash(signed: string, secret: string): SignedFlash | undefined {
  const [text = '', signature = ''] = signed.split('.')
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(text, secret)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as SignedFlash
}

function signatureOf(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`flash ${text}`).digest()
}
