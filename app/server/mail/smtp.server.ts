import { createTransport } from 'nodemailer'
import { isLoopback } from '#server/config/encrypted-connections.ts'

export interface Envelope {
  /** As an administrator wrote it: `The Office <office@example.org>`, or only the address. */
  from: string
  /** Where delivery failures are reported. */
  bounceTo?: string | undefined
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  date: Date
  /** Where mail programs unsubscribe the recipient. */
  unsubscribeUrl?: string | null | undefined
  /** Whether a person wrote it, and not a program. */
  isByPerson?: boolean
}

/** A mail server's answer may name the person, so staff see it and the log does not. */
export class MailRefused extends Error {
  readonly answer: string
  /** Whether the server will never accept it for this recipient. */
  readonly isPermanent: boolean

  constructor(code: string, answer: string, isPermanent = false) {
    super(`The mail server did not accept the email: ${code}.`)
    this.answer = answer
    this.isPermanent = isPermanent
  }
}

export interface MailServer {
  smtpUrl: string
  /** Whether a letter may be sent over an unencrypted connection. */
  mayMailBePlain?: boolean
  timeoutMs?: number
}

/** Hands one letter for one person to the mail server. Throws MailRefused if it was not accepted. */
export async function deliver(server: MailServer, letter: Envelope): Promise<void> {
  const { timeoutMs = 20_000 } = server
  const from = readSender(letter.from)
  const transport = createTransport(connectionOf({ ...server, timeoutMs }))
  const sending = transport.sendMail({
    from,
    to: { name: '', address: letter.to },
    // Passed separately from the headers, so that no parsing of them can add a recipient.
    envelope: { from: letter.bounceTo ?? from.address, to: [letter.to] },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    messageId: letter.messageId,
    date: letter.date,
    headers: { ...originHeaders(letter), ...listHeaders(letter.unsubscribeUrl) },
  })
  try {
    await withinTime(sending, timeoutMs * 3)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** RFC 3834: programs do not answer what another program has written, but may answer a person. */
function originHeaders({ isByPerson }: Envelope): Record<string, string> {
  return isByPerson ? {} : { 'Auto-Submitted': 'auto-generated' }
}

/** RFC 8058: one click in the mail program is enough, if the address is https. */
function listHeaders(unsubscribeUrl: string | null | undefined): Record<string, string> {
  if (!unsubscribeUrl) return {}
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    Precedence: 'bulk',
    ...(unsubscribeUrl.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}

/** The domain of a sender's letters. */
export function domainOf(from: string): string {
  return readSender(from).address.split('@').at(-1) ?? ''
}

function readSender(text: string): { name: string; address: string } {
  const { name = '', address = text } =
    /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/.exec(text.trim())?.groups ?? {}
  return { name: name.replaceAll('"', '').trim(), address: address.trim() }
}

/** How nodemailer reaches the server. It checks certificates by default, and nothing here disables that. */
export function connectionOf({
  smtpUrl,
  mayMailBePlain = false,
  timeoutMs,
}: MailServer & { timeoutMs: number }) {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const isHere = isLoopback(url.hostname)
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A mail server on this very machine often has a certificate that fits no name.
    ignoreTLS: isHere && !secure,
    requireTLS: !isHere && !secure && !mayMailBePlain,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A server that sends a byte now and then never triggers the connection's own timeout. */
async function withinTime(sending: Promise<unknown>, ms: number) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), ms)
  })
  try {
    await Promise.race([sending, late])
  } finally {
    clearTimeout(timer)
  }
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  command?: string
}

function refusalOf(error: unknown): MailRefused {
  const { message, code, responseCode, command } = error as SmtpError
  // An answer to the sign-in or about the sender is a fault of ours and can be mended.
  const isAboutRecipient = command === 'RCPT TO' || code === 'EMESSAGE'
  const isPermanent = isAboutRecipient && responseCode !== undefined && responseCode >= 500
  return new MailRefused(String(responseCode ?? code ?? 'no answer'), message, isPermanent)
}
