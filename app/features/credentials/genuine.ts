import { hasType, idOf, isObject, listOf, type JsonObject } from './json.ts'
import type { OwnKeys } from './key-lookup.ts'
import { quoted } from './verdict.ts'

/** What a file with a genuine signature is, in sentences for a person. */

export function isStatusList(credential: JsonObject): boolean {
  return hasType(credential, 'BitstringStatusListCredential')
}

export function ownSentence(credential: JsonObject): string {
  if (isStatusList(credential))
    return 'This Academy signed this list of revoked credentials, and it is unchanged.'
  const { name, description } = credential
  const said = [...listOf(name), ...listOf(description)].map((text) => quoted(text))
  return `This Academy issued this credential, and it is unchanged: ${said.join('. ')}.`.replace('..', '.')
}

/** We can say that it is unchanged, but not who holds the key. */
export function foreignSentence(
  { credential, method }: { credential: JsonObject; method: string },
  { keys }: OwnKeys,
): string {
  const { issuer, name } = credential
  const id = idOf(issuer) ?? ''
  const called =
    isObject(issuer) && typeof issuer['name'] === 'string'
      ? `${quoted(issuer['name'])} (${quoted(id)})`
      : quoted(id)
  const isTheirs = /^did:(key|jwk):/.test(id) && method.split('#')[0] === id
  const whose = isTheirs
    ? 'The issuer’s address contains the key'
    : 'We cannot tell whether the key is theirs'
  const what = typeof name === 'string' ? `“${quoted(name)}”` : 'This credential'
  const who =
    keys.length > 0
      ? 'This Academy did not issue it'
      : 'We do not have this Academy’s key, so we cannot tell whether it issued this file'
  return `${what} is unchanged since it was signed with ${quoted(method, 200)}. ${who}: it names ${called} as its issuer. ${whose}.`
}
