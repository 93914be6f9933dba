import { sign, verify, type KeyObject } from 'node:crypto'
import { fromJson, toJson } from '#db/engine/json.ts'
import { fingerprintOf } from './key.server.ts'
import type { Statement } from './statement.ts'

/**
 * A certificate carries one text in its document information: its content for machines, and a signature over every byte
 * of the file except the signature's own, which count as zeros.
 */

/** What is signed for machines to read. */
export interface SealedStatement {
  statement: Statement
  /** The public page that shows whether it was revoked. */
  page: string
  /** The fingerprint of the key. */
  key: string
}

const noSignature = '0'.repeat(128)
const carried = /\(iaps-certificate-1:([A-Za-z0-9_-]+):([0-9a-f]{128})\)/g

/** The text to be written into the file, with room for the signature. */
export function textToSign(sealed: SealedStatement): string {
  return `iaps-certificate-1:${Buffer.from(toJson(sealed)).toString('base64url')}:${noSignature}`
}

/** The file with its signature in the space reserved for it. */
export function signFile(file: Buffer, key: KeyObject): Buffer {
  const found = findText(file)
  if (found?.signature !== noSignature) throw new Error('The certificate has no room for its signature.')
  const signed = Buffer.from(file)
  signed.write(sign(null, file, key).toString('hex'), found.at, 'latin1')
  return signed
}

export type SignatureVerdict =
  | { verdict: 'valid'; sealed: SealedStatement }
  /** It claims to be signed by this key, but was changed since. */
  | { verdict: 'changed' }
  /** Not a certificate, or signed by another key. */
  | { verdict: 'not-ours' }

export function verifyFile(file: Buffer, key: KeyObject): SignatureVerdict {
  const found = findText(file)
  if (!found) return { verdict: 'not-ours' }
  const bare = Buffer.from(file)
  bare.write(noSignature, found.at, 'latin1')
  if (!verify(null, bare, key, Buffer.from(found.signature, 'hex')))
    return { verdict: claimsKey(found.text, key) ? 'changed' : 'not-ours' }
  return { verdict: 'valid', sealed: fromJson<SealedStatement>(found.text) }
}

/** Where the text is; undefined if there is none, or more than one. */
function findText(file: Buffer) {
  const all = [...file.toString('latin1').matchAll(carried)]
  const [match] = all
  if (!match || all.length > 1) return undefined
  const [whole, text = '', signature = ''] = match
  const at = match.index + whole.length - 1 - signature.length
  return { text: Buffer.from(text, 'base64url').toString(), signature, at }
}

function claimsKey(text: string, key: KeyObject): boolean {
  try {
    return fromJson<Partial<SealedStatement> | null>(text)?.key === fingerprintOf(key)
  } catch {
    return true
  }
}
