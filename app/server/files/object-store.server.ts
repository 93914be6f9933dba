import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { assertName, type FileStore } from './files.server.ts'

/** A bucket, or a folder in one, and the key to it. */
export interface ObjectStoreLocation {
  /** Without a slash at the end, such as https://s3.example.org/academy/site. */
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** How long an answer may take to start, including the upload of a large file over a slow connection. */
const timeoutMs = 30_000
const uploadTimeoutMs = 600_000

type Ask = (method: string, address: string, init?: RequestInit, withinMs?: number) => Promise<Response>

function openAsk(location: ObjectStoreLocation): Ask {
  const client = new AwsClient({ ...location, service: 's3', retries: 4, initRetryMs: 100 })
  return async (method, address, init = {}, withinMs = method === 'PUT' ? uploadTimeoutMs : timeoutMs) => {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), withinMs)
    try {
      return await client.fetch(address, { method, signal: timeout.signal, ...init })
    } catch (cause) {
      throw new Error(`The file store does not answer (${method}).`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Stores bytes in an S3 store under names of our choice; the caller ensures that they contain no special characters.
 */
export function openObjectPrefix(location: ObjectStoreLocation, keyPrefix: string) {
  const ask = openAsk(location)
  const addressOf = (name: string) => `${location.endpoint}/${keyPrefix}/${name}`
  return {
    async put(name: string, bytes: Buffer, sha256: string, withinMs: number) {
      const init = { body: new Blob([new Uint8Array(bytes)]), headers: { 'x-amz-content-sha256': sha256 } }
      await done('PUT', ask('PUT', addressOf(name), init, withinMs))
    },
    read: (name: string) => bytesOf(done('GET', ask('GET', addressOf(name)))),
    remove: (name: string) => removeAt(ask, addressOf(name)),
    list: (beginning: string) =>
      listObjects(location.endpoint, keyPrefix, (address) => done('GET', ask('GET', address)), beginning),
  }
}

/** Stores files in an S3 store, under the same names as a folder would. A file is complete or absent. */
export function openObjectStore(location: ObjectStoreLocation, keyPrefix: string): FileStore {
  const ask = openAsk(location)
  const root = `${location.endpoint}/${keyPrefix}`
  const addressOf = (sha256: string) => {
    assertName(sha256)
    return `${root}/${sha256}`
  }
  const have = async (address: string) => {
    const answer = await ask('HEAD', address)
    if (!answer.ok && answer.status !== 404) throw refused('HEAD', answer)
    return answer.ok
  }
  const store = async (sha256: string, body: () => Promise<Blob>) => {
    const address = addressOf(sha256)
    if (await have(address)) return
    // The store compares the bytes with the signed hash, and stores nothing that differs.
    await done(
      'PUT',
      ask('PUT', address, { body: await body(), headers: { 'x-amz-content-sha256': sha256 } }),
    )
  }
  const get = async (address: string, headers: Record<string, string> = {}) =>
    done('GET', ask('GET', address, { headers }))

  return {
    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await store(sha256, async () => new Blob([new Uint8Array(bytes)]))
      return sha256
    },
    putFile: (path, sha256) => store(sha256, () => openAsBlob(path)),
    has: (sha256) => have(addressOf(sha256)),
    read: (sha256) => bytesOf(get(addressOf(sha256))),
    stream(sha256, range) {
      const address = addressOf(sha256)
      return Readable.from(bodyOf(get(address, range && { range: `bytes=${range.start}-${range.end}` })), {
        objectMode: false,
      })
    },
    remove: (sha256) => removeAt(ask, addressOf(sha256)),
    list: () => listObjects(location.endpoint, keyPrefix, get),
  }
}

async function removeAt(ask: Ask, address: string) {
  const answer = await ask('DELETE', address)
  if (!answer.ok && answer.status !== 404) throw refused('DELETE', answer)
}

async function done(method: string, pending: Promise<Response>) {
  const answer = await pending
  if (!answer.ok) throw refused(method, answer)
  return answer
}

function refused(method: string, { status }: Response) {
  return new Error(
    status === 404 ? 'The file store has no such file.' : `The file store answered ${status} (${method}).`,
  )
}

async function bytesOf(pending: Promise<Response>) {
  return Buffer.from(await (await pending).arrayBuffer())
}

async function* bodyOf(pending: Promise<Response>) {
  const { body } = await pending
  if (body) yield* body
}

/** The store lists a thousand at a time, in order; the next answer continues after the last name. */
async function* listObjects(
  endpoint: string,
  keyPrefix: string,
  get: (address: string) => Promise<Response>,
  beginning = '',
) {
  const { origin, pathname } = new URL(endpoint)
  const [bucket, ...folders] = pathname.slice(1).split('/')
  const prefix = [...folders, keyPrefix, beginning].join('/')
  let marker = ''
  for (let isMore = true; isMore;) {
    const query = new URLSearchParams({ prefix, marker })
    const listing = await (await get(`${origin}/${bucket}?${query.toString()}`)).text()
    for (const [, key = '', written = ''] of listing.matchAll(object)) {
      yield { name: key.slice(prefix.length), writtenAt: new Date(written) }
      marker = key
    }
    isMore = listing.includes('<IsTruncated>true</IsTruncated>')
  }
}

/** Our names contain nothing that XML would escape. */
const object = /<Contents>.*?<Key>([^<]+)<\/Key>.*?<LastModified>([^<]+)<\/LastModified>.*?<\/Contents>/gs
