import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gunzipSync, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { VisitCounter } from '#server/observe/visit-counts.ts'
import { unpooled } from './unpooled.ts'

/** Public pages as bytes ready to send. A page is valid while the content it was made from is the latest. */

export type Encoding = 'br' | 'gzip' | 'identity'

export interface CachedPage {
  isPage: true
  /** 200, or 301 if the page has moved. */
  status: number
  version: number
  /**
   * After this moment the page is rendered again: what is "next" or "open" depends on the time. On a monotonic clock.
   */
  goodUntil: number
  etag: string
  answers: Record<Encoding, CachedAnswer>
  bytes: number
  /** Compressed quickly at first, and again as small as possible once the page is requested a second time. */
  compression: 'fast' | 'queued' | 'best' | 'stays-fast'
  /** Counts its visits, if it is a page for people. */
  visits?: VisitCounter | undefined
  /** Whether it was requested since it was made, or since it was last spared. */
  wasRequested: boolean
}

export interface CachedAnswer {
  headers: string[]
  notModified: string[]
  body: Buffer
}

const goodForMs = 60_000
const retryAfterMs = 5000
const maxMemorisedLength = 200
const smallestWindow = 16
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const decompressGzip = promisify(gunzip)

type CounterFor = (address: string, headers: Headers) => VisitCounter | undefined

export class PageCache {
  /** The content version that a page must have been made from to be served without asking. */
  version = 0
  readonly #pages = new Map<string, CachedPage>()
  readonly #maxBytes: number
  readonly #counterFor: CounterFor | undefined
  #bytes = 0

  constructor(maxBytes = 64 * 1024 * 1024, counterFor?: CounterFor) {
    this.#maxBytes = maxBytes
    this.#counterFor = counterFor
  }

  find(address: string): CachedPage | undefined {
    const page = this.#pages.get(address)
    if (page) page.wasRequested = true
    return page
  }

  isFresh(page: CachedPage, now: number): boolean {
    return page.version === this.version && now < page.goodUntil
  }

  /** The last good page, if a new one cannot be made; it is tried again after a while. */
  findOld(address: string, now: number): CachedPage | undefined {
    const page = this.#pages.get(address)
    if (page) Object.assign(page, { version: this.version, goodUntil: now + retryAfterMs })
    return page
  }

  /** Call when the address has no page any more, so that no old one is served for it. */
  forget(address: string): void {
    this.#remove(address)
  }

  /** Stores a page made at content `version`, and returns it ready to send. */
  async save(
    address: string,
    version: number,
    headers: Headers,
    body: Buffer,
    now: number,
    status = 200,
  ): Promise<CachedPage> {
    const known = this.#findSame(address, body)
    const visits = status === 200 ? this.#counterFor?.(address, headers) : undefined
    const bodies = known ? bodiesOf(known) : await compressFast(body)
    // Hardly any name is searched twice, and anyone could make us compress a thousand such pages.
    const compression = known?.compression === 'best' ? 'best' : address.includes('?') ? 'stays-fast' : 'fast'
    const page: CachedPage = { status, visits, ...toPage(version, headers, body, bodies, now), compression }
    this.#store(address, page)
    if (known) this.compressBest(address, page)
    return page
  }

  /** Call when a page is requested again: most pages are requested once in a while, and this takes a while. */
  compressBest(address: string, page: CachedPage): void {
    if (page.compression !== 'fast') return
    page.compression = 'queued'
    void this.#replaceBodies(address, page)
  }

  /** Most pages are the same a minute later; then nothing is compressed again. */
  #findSame(address: string, body: Buffer): CachedPage | undefined {
    const page = this.#pages.get(address)
    return page?.etag === tagOf(body) ? page : undefined
  }

  async #replaceBodies(address: string, page: CachedPage) {
    const bodies = await compressInTurn(page.answers.gzip.body)
    if (this.#pages.get(address) !== page) return
    this.#bytes -= page.bytes
    Object.assign(page, { answers: withBodies(page.answers, bodies), compression: 'best' })
    page.bytes = bodies.br.length + bodies.gzip.length
    this.#bytes += page.bytes
  }

  #store(address: string, page: CachedPage) {
    this.#remove(address)
    this.#put(address, page)
    // The map keeps insertion order. A page that was requested again gets a second round, so that a flood of made-up
    // queries pushes out other queries and not the pages that everyone reads.
    for (const [oldest, cached] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldest)
      if (cached.wasRequested) this.#put(oldest, cached)
    }
  }

  #put(address: string, page: CachedPage) {
    page.wasRequested = false
    this.#pages.set(address, page)
    this.#bytes += page.bytes
  }

  #remove(address: string) {
    this.#bytes -= this.#pages.get(address)?.bytes ?? 0
    this.#pages.delete(address)
  }
}

type Bodies = Record<'br' | 'gzip', Buffer>

function bodiesOf({ answers }: CachedPage): Bodies {
  return { br: answers.br.body, gzip: answers.gzip.body }
}

async function compressFast(body: Buffer): Promise<Bodies> {
  const [br, gz] = await Promise.all([brotli(body, 4), compressGzip(body, { level: 4 })])
  return { br: unpooled(br), gzip: unpooled(gz) }
}

let lastInTurn: Promise<unknown> = Promise.resolve()

/** One page after another: nobody waits for this, and in parallel the compressors take tens of megabytes. */
function compressInTurn(gzipped: Buffer): Promise<Bodies> {
  const compressed = lastInTurn.then(async () => {
    const body = await decompressGzip(gzipped)
    const br = unpooled(await brotli(body, 11))
    return { br, gzip: unpooled(await compressGzip(body, { level: 9 })) }
  })
  lastInTurn = compressed
  return compressed
}

function brotli(body: Buffer, quality: number) {
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // A window larger than the page would cost memory and save nothing.
      [constants.BROTLI_PARAM_LGWIN]: Math.max(Math.ceil(Math.log2(body.length + 16)), smallestWindow),
    },
  })
}

function toPage(
  version: number,
  headers: Headers,
  body: Buffer,
  bodies: Bodies,
  now: number,
): Omit<CachedPage, 'status' | 'visits' | 'compression'> {
  const etag = tagOf(body)
  const answer = (encoding: Encoding, bytes: Buffer): CachedAnswer => {
    const shared = [...headers].filter(([name]) => name !== 'content-length').flat()
    const described = encoding === 'identity' ? shared : [...shared, 'content-encoding', encoding]
    return {
      headers: [...described, 'etag', etag, 'content-length', String(bytes.length)],
      notModified: [...shared, 'etag', etag],
      body: bytes,
    }
  }
  return {
    ...{ isPage: true, version },
    goodUntil: now + goodForMs,
    etag,
    answers: {
      br: answer('br', bodies.br),
      gzip: answer('gzip', bodies.gzip),
      identity: unpacked(answer('identity', body), bodies.gzip),
    },
    bytes: bodies.br.length + bodies.gzip.length,
    wasRequested: false,
  }
}

function withBodies({ br, gzip, identity }: CachedPage['answers'], bodies: Bodies): CachedPage['answers'] {
  return {
    br: withBody(br, bodies.br),
    gzip: withBody(gzip, bodies.gzip),
    identity: unpacked(identity, bodies.gzip),
  }
}

/** The length is the last header. */
function withBody({ headers, notModified }: CachedAnswer, body: Buffer): CachedAnswer {
  return { headers: [...headers.slice(0, -1), String(body.length)], notModified, body }
}

function tagOf(body: Buffer) {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

const unpackedBodies = new LRUCache<Buffer, Buffer>({
  maxSize: 4 * 1024 * 1024,
  // A built file may be empty, and the cache throws for a size of zero.
  sizeCalculation: ({ length }) => length + 1,
})

/**
 * Hardly anyone needs the uncompressed bytes, which are longer than the other two together, so only a few are stored.
 */
export function unpacked({ headers, notModified }: CachedAnswer, packed: Buffer): CachedAnswer {
  return {
    headers,
    notModified,
    get body() {
      const known = unpackedBodies.get(packed)
      if (known) return known
      const body = gunzipSync(packed)
      unpackedBodies.set(packed, body)
      return body
    },
  }
}

const encodings = new Map<string, Encoding>()
const last = { accepts: '', encoding: 'identity' as Encoding }

/** Browsers send only a few different values, so each is parsed once, and the last one is not even looked up. */
export function chooseEncoding(accepts: string | undefined): Encoding {
  if (!accepts) return 'identity'
  if (accepts === last.accepts) return last.encoding
  const encoding = encodings.get(accepts) ?? readAccepts(accepts)
  if (accepts.length > maxMemorisedLength) return encoding
  if (encodings.size < 1000) encodings.set(accepts, encoding)
  Object.assign(last, { accepts, encoding })
  return encoding
}

function readAccepts(accepts: string): Encoding {
  const wanted = accepts
    .toLowerCase()
    .split(',')
    .map((part) => part.split(/;\s*q\s*=/))
    .filter(([, quality]) => quality === undefined || Number(quality) > 0)
    .map(([name]) => name?.trim())
  if (wanted.includes('br')) return 'br'
  return wanted.includes('gzip') ? 'gzip' : 'identity'
}
