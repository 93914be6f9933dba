/**
 * Signs of a program behind a message. Nothing here refuses or drops anything: with enough signs the message waits for
 * review. No sign looks at how fast someone types.
 */

export interface IncomingMessage {
  name: string
  subject: string
  message: string
  /** The value of the field that people do not see. */
  trap: string
  isFromContactPage: boolean
  userAgent: string
  /** How many came within an hour from the same network and from the same address, including this one. */
  fromNetwork: number
  fromSender: number
  /** How many others sent the same text within a day. */
  sameText: number
}

export const signNames = {
  trap: 'A hidden field was filled in',
  markup: 'Links written as markup',
  'link-in-name': 'A link in the name',
  'link-in-subject': 'A link in the subject',
  'many-links': 'Several links',
  'strange-links': 'A shortened link or a suspicious address',
  pitch: 'Advertising words',
  'same-text': 'The same text was sent before',
  'odd-name': 'The name looks random',
  'no-words': 'A long text without real words',
  'all-alike': 'All answers are the same',
  script: 'Sent by a program that identifies itself',
  'not-from-page': 'Not sent from our page',
  'busy-network': 'Too many messages from the same network',
  'busy-sender': 'Many messages from the same address',
} as const

export type Sign = keyof typeof signNames

export interface SpamScore {
  score: number
  /** The strongest first. */
  signs: Sign[]
  isDoubtful: boolean
}

const doubtfulFrom = 8

export function scoreMessage(incoming: IncomingMessage): SpamScore {
  const found = (Object.entries(weights) as [Sign, (incoming: IncomingMessage) => number][])
    .map(([sign, weightOf]) => ({ sign, weight: weightOf(incoming) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  const score = found.reduce((sum, { weight }) => sum + weight, 0)
  return { score, signs: found.map(({ sign }) => sign), isDoubtful: score >= doubtfulFrom }
}

const weights: Record<Sign, (incoming: IncomingMessage) => number> = {
  trap: ({ trap }) => (trap.trim() === '' ? 0 : 8),
  markup: ({ message }) => (markup.test(message) ? 8 : 0),
  'link-in-name': ({ name }) => (linksIn(name).length > 0 ? 8 : 0),
  'link-in-subject': ({ subject }) => (linksIn(subject).length > 0 ? 4 : 0),
  'many-links': ({ message }) => linkWeight(linksIn(message).filter((host) => !isScholarly(host)).length),
  'strange-links': ({ message }) => (linksIn(message).some(isStrange) ? 4 : 0),
  pitch: ({ subject, message }) => Math.min(9, 4 * pitchesIn(`${subject}\n${message}`)),
  'same-text': ({ sameText }) => (sameText >= 5 ? 8 : sameText >= 2 ? 5 : 0),
  'odd-name': ({ name }) => (isOddName(name) ? 3 : 0),
  'no-words': ({ message }) => (/[a-z\d]{60,}/i.test(message.replaceAll(address, '')) ? 4 : 0),
  'all-alike': ({ name, subject, message }) => (name === subject && subject === message ? 6 : 0),
  script: ({ userAgent }) => (userAgent === '' || programs.test(userAgent) ? 4 : 0),
  'not-from-page': ({ isFromContactPage }) => (isFromContactPage ? 0 : 4),
  'busy-network': ({ fromNetwork }) => (fromNetwork > 200 ? 6 : fromNetwork > 80 ? 3 : 0),
  'busy-sender': ({ fromSender }) => (fromSender > 10 ? 8 : fromSender > 5 ? 3 : 0),
}

const markup = /<\s*a\s[^>]{0,200}href|\[\s*(url|link)\s*(=|\]\s*http)/i
const address = /\b(?:https?:\/\/|www\.)[^\s<>"'\])]+/gi
const programs =
  /^(python|curl|wget|go-http|java\/|okhttp|libwww|php|ruby|scrapy|node|axios|httpclient|aiohttp)/i

/** The hosts of all links in a text. */
function linksIn(text: string): string[] {
  return [...text.matchAll(address)].map(([link]) =>
    link
      .replace(/^https?:\/\//i, '')
      .split(/[/?#:]/, 1)
      .join('')
      .toLowerCase(),
  )
}

function linkWeight(count: number): number {
  if (count > 10) return 8
  if (count > 5) return 6
  return count > 2 ? 3 : 0
}

/** Scientists send each other long lists of papers. */
function isScholarly(host: string): boolean {
  return scholarly.test(host)
}

const scholarly =
  /(^|\.)(doi\.org|arxiv\.org|orcid\.org|zenodo\.org|github\.com|researchgate\.net|jstor\.org|aps\.org|iop\.org|springer\.com|nature\.com|science\.org|sciencedirect\.com|wiley\.com|ieee\.org|scholar\.google\.[a-z.]+|nih\.gov|harvard\.edu|cern\.ch)$|\.(edu|ac|gov|res)(\.[a-z]{2})?$/

function isStrange(host: string): boolean {
  return shorteners.test(host) || host.includes('xn--') || /^\d+(\.\d+){3}$/.test(host)
}

const shorteners = /(^|\.)(bit\.ly|tinyurl\.com|goo\.gl|t\.co|is\.gd|cutt\.ly|rb\.gy|ow\.ly|shorturl\.at)$/

/** Phrases that bulk mailers use and letters to an academy do not; never a single common word. */
function pitchesIn(text: string): number {
  return pitches.filter((pitch) => pitch.test(text)).length
}

const pitches = [
  /\b(first|top|1st) page of google\b|\brank(ing)?s? (higher|your (web)?site)|\bseo (service|expert|package|audit)/i,
  /\bback-?links?\b|\bguest posts?\b|\bdomain authority\b|\bweb(site)? traffic\b/i,
  /\b(online )?casinos?\b|\bsports? bett?ing\b|\bslot (machine|game)s?\b|\bno deposit bonus/i,
  /\b(viagra|cialis|levitra)\b|\bonline pharmacy\b|\bweight loss (pill|product)/i,
  /\b(bitcoin|crypto(currency)?|forex) (invest|trad|profit|wallet|giveaway)|\bdouble your (money|bitcoin)/i,
  /\b(business|personal|instant|quick) loans?\b|\bmake money (online|fast)|\bpassive income\b|\bfinancial freedom\b/i,
  /\bclick (here|the link|below)\b|\bvisit (my|our) (web)?site\b|\bcheck (it )?out (now|here)\b|\bact now\b|\blimited[- ]time offer/i,
  /\b(website|web|app) (re-?)?design (service|compan|agenc|offer|package)|\bexplainer video|\bsocial media marketing\b/i,
  /\bhot (girls|women|singles)\b|\badult dating\b|\bwebcam (girls|models)/i,
  /\breplica (watch|bag)|\bcheap (nike|rolex|louis)|\b(90|80|70)% (off|discount)\b/i,
]

/** `JamesTiTxQw` and `qwrtplkjhg`; not Null, O’Brien, McDonald, Ng, or any name in another script. */
function isOddName(name: string): boolean {
  if (!/^[A-Za-z]{8,}$/.test(name)) return false
  const humps = name.match(/[a-z][A-Z]/g)?.length ?? 0
  return humps >= 3 || /[bcdfghjklmnpqrstvwxz]{7,}/i.test(name)
}

/** A text without what programs change between messages: numbers, links, addresses, marks, the sender. */
export function withoutVariety(message: string, name: string): string {
  const own = name
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1)
  const words = message
    .toLowerCase()
    .replaceAll(address, ' ')
    .split(/\s+/)
    .filter((word) => !word.includes('@'))
    .join(' ')
    .match(/[\p{L}\p{M}]+/gu)
  return (words ?? []).filter((word) => !own.includes(word)).join(' ')
}

/** Short messages, such as a thank-you, may be equal by chance. */
export function countsAsSame(plain: string): boolean {
  return plain.length >= 40
}
