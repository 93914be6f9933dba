import type { JsonObject } from './json.ts'

/** The name under which the site signs, and the document that lists its keys: https://w3c-ccg.github.io/did-method-web/ */

export function didOf(origin: string): string {
  return `did:web:${encodeURIComponent(new URL(origin).host)}`
}

/** The host of a name or of a web address, however it is spelled; undefined for other names. */
export function hostOf(id: string): string | undefined {
  const [, named] = /^did:web:([^:#?/]+)/.exec(id) ?? []
  const url = URL.parse(named === undefined ? id : `https://${withoutPercents(named)}`)
  return url?.host.replace(/\.(?=:|$)/, '') || undefined
}

function withoutPercents(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function methodOf(did: string, multikey: string): string {
  return `${did}#${multikey}`
}

/** The current key first, then those that were in use before it: what they signed stays genuine. */
export function didDocument(origin: string, multikeys: readonly string[]): JsonObject {
  const id = didOf(origin)
  const methods = multikeys.map((key) => methodOf(id, key))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    alsoKnownAs: [origin],
    verificationMethod: multikeys.map((key, at) => ({
      id: methods[at],
      type: 'Multikey',
      controller: id,
      publicKeyMultibase: key,
    })),
    assertionMethod: methods,
  }
}
