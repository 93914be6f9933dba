/**
 * What a mail server writes when a letter could not be delivered: the reports of RFC 3464, and the two older formats
 * still in use (Exim's and qmail's).
 */

export interface BounceReport {
  /** The Message-IDs of the letter it is about, if it names any. */
  messageIds: string[]
  /** Whether delivery was given up; a report can also be about a delay or a success. */
  isFailure: boolean
  /** What the mail server said. */
  note: string
}

interface Part {
  headers: Map<string, string>
  type: string
  text: string
}

const maxParts = 50
const maxDepth = 5

/** Undefined if the message is not a mail server's report, such as a person's reply or an auto-reply. */
export function readBounceMessage(raw: string): BounceReport | undefined {
  const whole = readPart(raw.replaceAll(/\r\n?/g, '\n').replace(/^From [^\n]*\n/, ''))
  const parts = leavesOf(whole, maxDepth).slice(0, maxParts)
  const status = parts.find(({ type }) => /^message\/(global-)?delivery-status$/.test(type))
  const report = status ? readStatus(status.text) : readOlderShape(whole)
  return report && { ...report, messageIds: messageIdsIn(whole, parts) }
}

/** One group of lines is about the message, each further one about a recipient. */
function readStatus(text: string) {
  const groups = text.split(/\n\s*\n/).map(readHeaders)
  const receivers = groups.filter((group) => group.has('action'))
  if (receivers.length === 0) return undefined
  const failed = receivers.find((group) => group.get('action')?.toLowerCase() === 'failed')
  const receiver = failed ?? receivers[0]!
  const said = (receiver.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')
  const status = receiver.get('status') ?? ''
  return {
    isFailure: failed !== undefined,
    note: said.includes(status) ? said : `${status} ${said}`.trim(),
  }
}

function readOlderShape({ headers, text }: Part) {
  const isOfServer = /mailer-daemon|postmaster|mail delivery/i.test(headers.get('from') ?? '')
  if (!isOfServer) return undefined
  const failed = headers.get('x-failed-recipients')?.split(',')[0]?.trim()
  if (failed) return { isFailure: true, note: paragraphAbout(text, failed) }
  if (/^Hi\. This is the /m.test(text)) return { isFailure: true, note: paragraphAbout(text, '') }
  return undefined
}

/** Both write the address on a separate line and the reason below it. */
function paragraphAbout(text: string, address: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line) =>
    address ? line.trim().replaceAll(/[<>:]/g, '') === address : /^<[^<>]+>:/.test(line),
  )
  if (at < 0) return ''
  const after = lines.slice(at + 1)
  const end = after.findIndex((line) => line.trim() === '')
  return after
    .slice(0, end < 0 ? 5 : end)
    .map((line) => line.trim())
    .join(' ')
}

const ofOriginal = /^(message\/(rfc822|global|(rfc822|global)-headers)|text\/rfc822-headers)$/

/** The enclosed copy of the letter names it best; otherwise what the report refers to. */
function messageIdsIn(whole: Part, parts: Part[]): string[] {
  const copies = parts.filter(({ type }) => ofOriginal.test(type)).map(({ text }) => text)
  const texts = copies.length > 0 ? copies : parts.map(({ text }) => text)
  const named = texts.flatMap((text) => [...text.matchAll(/^message-id:\s*(<[^<>\s]+>)/gim)])
  const referred = ['in-reply-to', 'references', 'original-message-id', 'x-original-message-id'].flatMap(
    (name) => [...(whole.headers.get(name) ?? '').matchAll(/(<[^<>\s]+>)/g)],
  )
  return [...new Set([...named, ...referred].map(([, id = '']) => id))].slice(0, maxParts)
}

function leavesOf(part: Part, depth: number): Part[] {
  const boundary = /;\s*boundary="?([^";\n]+)"?/i.exec(part.headers.get('content-type') ?? '')?.[1]?.trim()
  if (!part.type.startsWith('multipart/') || !boundary || depth === 0) return [part]
  const pieces = `\n${part.text}`.split(`\n--${boundary}`).slice(1)
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .slice(0, maxParts)
    .flatMap((piece) => leavesOf(readPart(piece.replace(/^[^\n]*\n/, '')), depth - 1))
}

function readPart(text: string): Part {
  const end = text.indexOf('\n\n')
  const headers = readHeaders(text.startsWith('\n') ? '' : end < 0 ? text : text.slice(0, end))
  const body = text.startsWith('\n') ? text.slice(1) : end < 0 ? '' : text.slice(end + 2)
  const type = (headers.get('content-type') ?? 'text/plain').split(';')[0]?.trim().toLowerCase() ?? ''
  return { headers, type, text: decode(body, headers.get('content-transfer-encoding')) }
}

/** The first of each name, in lower case, with folded lines joined. */
function readHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

function decode(body: string, encoding = ''): string {
  const name = encoding.toLowerCase()
  if (name === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n')
  if (name !== 'quoted-printable') return body
  const bytes = body
    .replaceAll(/(?<![ \t])[ \t]*=[ \t]*\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
