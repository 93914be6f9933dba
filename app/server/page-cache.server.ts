import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Public pages as bytes ready to send. A page is good while the content it was made from is the latest. */

export type Encoding = 'br' | 'gzip' | 'identity'

export interface CachedPage {
  version: number
  /** After this moment the page is made anew: what is "next" or "open" depends on the time. */
  goodUntil: number
  etag: string
  answers: Record<Encoding, Answer>
  bytes: number
}

export interface Answer {
  headers: string[]
  notModified: string[]
  body: Buffer
}

const goodForMs = 60_000
const retryAfterMs = 5000
const longestMemorised = 200
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export class PageCache {
  /** The content version that a page must have been made from to be served without asking. */
  version = 0
  readonly #pages = new Map<string, CachedPage>()
  readonly #mostBytes: number
  #bytes = 0

  constructor(mostBytes = 64 * 1024 * 1024) {
    this.#mostBytes = mostBytes
  }

  find(address: string): CachedPage | undefined {
    return this.#pages.get(address)
  }

  isFresh(page: CachedPage, now: number): boolean {
    return page.version === this.version && now < page.goodUntil
  }

  /** The last page that could be made, where a new one cannot; it is asked for again after a while. */
  findOld(address: string, now: number): CachedPage | undefined {
    const page = this.#pages.get(address)
    if (page) Object.assign(page, { version: this.version, goodUntil: now + retryAfterMs })
    return page
  }

  /** Keeps a page made while the content stood at `version`, and gives it back in a form to send. */
  async keep(
    address: string,
    version: number,
    headers: Headers,
    body: Buffer,
    now: number,
  ): Promise<CachedPage> {
    const page = toPage(version, headers, body, await quickly(body), now)
    this.#store(address, page)
    void thoroughly(body).then((bodies) => {
      if (this.#pages.get(address) !== page) return
      const { answers, bytes } = toPage(version, headers, body, bodies, now)
      this.#bytes += bytes - page.bytes
      Object.assign(page, { answers, bytes })
    })
    return page
  }

  #store(address: string, page: CachedPage) {
    this.#remove(address)
    this.#pages.set(address, page)
    this.#bytes += page.bytes
    // The map keeps the order of storing, so the first is the one kept longest.
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#mostBytes) break
      this.#remove(oldest)
    }
  }

  #remove(address: string) {
    this.#bytes -= this.#pages.get(address)?.bytes ?? 0
    this.#pages.delete(address)
  }
}

type Bodies = Record<'br' | 'gzip', Buffer>

async function quickly(body: Buffer): Promise<Bodies> {
  const [br, gz] = await Promise.all([brotli(body, 4), compressGzip(body, { level: 4 })])
  return { br, gzip: gz }
}

async function thoroughly(body: Buffer): Promise<Bodies> {
  const [br, gz] = await Promise.all([brotli(body, 11), compressGzip(body, { level: 9 })])
  return { br, gzip: gz }
}

function brotli(body: Buffer, quality: number) {
  return compressBrotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}

function toPage(version: number, headers: Headers, body: Buffer, bodies: Bodies, now: number): CachedPage {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const answer = (encoding: Encoding, bytes: Buffer): Answer => {
    const shared = [...headers].filter(([name]) => name !== 'content-length').flat()
    const described = encoding === 'identity' ? shared : [...shared, 'content-encoding', encoding]
    return {
      headers: [...described, 'etag', etag, 'content-length', String(bytes.length)],
      notModified: [...shared, 'etag', etag],
      body: bytes,
    }
  }
  return {
    version,
    goodUntil: now + goodForMs,
    etag,
    answers: {
      br: answer('br', bodies.br),
      gzip: answer('gzip', bodies.gzip),
      identity: answer('identity', body),
    },
    bytes: body.length + bodies.br.length + bodies.gzip.length,
  }
}

const encodings = new Map<string, Encoding>()

/** Browsers send a handful of different lines, so each is understood once. */
export function chooseEncoding(accepts: string | undefined): Encoding {
  if (!accepts) return 'identity'
  const known = encodings.get(accepts)
  if (known) return known
  const chosen = readAccepts(accepts)
  if (encodings.size < 1000 && accepts.length <= longestMemorised) encodings.set(accepts, chosen)
  return chosen
}

function readAccepts(accepts: string): Encoding {
  const wanted = accepts
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q\s*=\s*/))
    .filter(([, quality]) => quality === undefined || Number(quality) > 0)
    .map(([name]) => name)
  if (wanted.includes('br')) return 'br'
  return wanted.includes('gzip') ? 'gzip' : 'identity'
}
