import { hash } from 'node:crypto'
import type { JsonObject } from './json.ts'
import { quoted, unreadable } from './verdict.ts'

/** The bytes that a Data Integrity proof signs: the hash of its own options, then the hash of the document. */

export type Canonicalisation = 'rdfc' | 'jcs'

export async function bytesToSign(document: JsonObject, options: JsonObject): Promise<Buffer> {
  return hashBoth(await canonicalRdf(document), await canonicalRdf(options), 'sha256')
}

type Digest = 'sha256' | 'sha384'

/** The same for several proofs of one document, which is put into its form once. */
export function hasherOf(document: JsonObject) {
  const known = new Map<Canonicalisation, string>()
  return async (options: JsonObject, form: Canonicalisation, digest: Digest): Promise<Buffer> => {
    const canonical = form === 'rdfc' ? canonicalRdf : canonicalJson
    const text = known.get(form) ?? (await canonical(document))
    known.set(form, text)
    return hashBoth(text, await canonical(options), digest)
  }
}

function hashBoth(document: string, options: string, digest: Digest): Buffer {
  return Buffer.concat([options, document].map((text) => hash(digest, text, 'buffer')))
}

/** https://www.w3.org/TR/rdf-canon/, with the contexts of this site only. */
export async function canonicalRdf(document: JsonObject): Promise<string> {
  // Loaded only when a credential is made or checked: together they take 130 ms and 27 MB.
  const [{ default: jsonld }, { contexts }] = await Promise.all([import('jsonld'), import('./contexts.ts')])
  let unknown: string | undefined
  const documentLoader = (url: string) => {
    const found = contexts.get(url)
    if (found) return Promise.resolve({ documentUrl: url, contextUrl: null, document: found })
    unknown = url
    return Promise.reject(new Error('Contexts are never fetched.'))
  }
  try {
    return await jsonld.canonize(document, {
      algorithm: 'RDFC-1.0',
      format: 'application/n-quads',
      // Without this, what no context defines would be neither signed nor noticed.
      safe: true,
      documentLoader,
      canonizeOptions: { maxWorkFactor: 1, signal: AbortSignal.timeout(5000) },
    })
  } catch (error) {
    // The library replaces the error of the loader with one of its own.
    if (unknown !== undefined)
      throw unreadable(`The credential uses a vocabulary that we do not know: ${quoted(unknown)}.`)
    const { message = '' } = error as JsonLdFault
    if (/deep iterations|abort/i.test(message))
      throw unreadable('The credential is too complicated to be checked.')
    throw unreadable(
      `The credential contains something that its vocabulary does not define: ${whatIsWrong(error)}.`,
    )
  }
}

interface JsonLdFault {
  message?: string
  details?: { event?: { details?: Record<string, unknown> } }
}

function whatIsWrong(error: unknown): string {
  const { message, details } = error as JsonLdFault
  const named = details?.event?.details ?? {}
  const what = named['property'] ?? named['type'] ?? named['value'] ?? named['id'] ?? message
  return quoted(what).replace(/\.$/, '')
}

/** RFC 8785 for what JSON.parse returns. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}
