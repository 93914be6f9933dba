import { gunzipSync, gzipSync } from 'node:zlib'
import { isObject, listOf, type JsonObject } from './json.ts'
import { decodeBase64Url } from './multibase.ts'
import { quoted, unreadable } from './verdict.ts'

/** Which credentials of a list were revoked, one bit each: https://www.w3.org/TR/vc-bitstring-status-list/ */

/** The smallest list that the standard allows, so that nobody can tell from a request whose status is read. */
export const smallestList = 131_072
const maxBytes = 4 * 1024 * 1024

/** The first index is the leftmost bit. */
export function encodeList(revoked: Iterable<number>, length = smallestList): string {
  const bits = Buffer.alloc(Math.ceil(length / 8))
  for (const index of revoked) bits[index >> 3]! |= 0x80 >> (index & 7)
  // No time and no system in the header, so that the same list is the same text.
  const packed = gzipSync(bits, { level: 9 })
  packed[9] = 255
  return `u${packed.toString('base64url')}`
}

export function isSet(encoded: unknown, index: number): boolean {
  const bytes = typeof encoded === 'string' ? decodeBase64Url(encoded.replace(/^u/, '')) : undefined
  if (!bytes) throw unreadable('The list of revoked credentials cannot be read.')
  const bits = unpack(bytes)
  if (index >= bits.length * 8) throw unreadable('The list of revoked credentials is too short for this one.')
  return (bits[index >> 3]! & (0x80 >> (index & 7))) !== 0
}

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes })
  } catch {
    throw unreadable('The list of revoked credentials cannot be unpacked.')
  }
}

/** Where the status of a credential is. */
export interface StatusEntry {
  list: string
  index: number
  purpose: string
}

/** Its entries in lists; other ways to say the status are not known here. */
export function statusEntries(credential: JsonObject): { entries: StatusEntry[]; unknown: string[] } {
  const all = listOf(credential['credentialStatus'])
  const entries: StatusEntry[] = []
  const unknown: string[] = []
  for (const status of all) {
    if (!isObject(status)) throw unreadable('The status of the credential is not an object.')
    const entry = isEntry(status) ? readEntry(status) : undefined
    if (!entry) unknown.push(quoted(status['type']))
    else if (!purposes.includes(entry.purpose) || isLong(status)) unknown.push(quoted(entry.purpose))
    else entries.push(entry)
  }
  return { entries, unknown }
}

const entryTypes = ['BitstringStatusListEntry', 'StatusList2021Entry']
/** Others, such as "refresh" and "message", say nothing about whether it is still valid. */
const purposes = ['revocation', 'suspension']

/** A type may be written by its whole address. */
function isEntry(status: JsonObject): boolean {
  const types = listOf(status['type']).map((type) => String(type).replace(/^.*[#/]/, ''))
  return entryTypes.some((type) => types.includes(type))
}

/** With more bits for each credential than one, which only tell it a message. */
function isLong({ statusSize }: JsonObject): boolean {
  return statusSize !== undefined && statusSize !== 1
}

function readEntry(status: JsonObject): StatusEntry {
  const { statusListCredential: list, statusListIndex, statusPurpose: purpose } = status
  const index = /^\d{1,9}$/.test(String(statusListIndex)) ? Number(statusListIndex) : -1
  if (typeof list !== 'string' || typeof purpose !== 'string' || index < 0)
    throw unreadable('The status of the credential does not name its list.')
  return { list, index, purpose }
}
