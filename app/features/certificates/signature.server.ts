import { verify, type KeyObject } from 'node:crypto'
import { fromJson, toJson } from '#db/engine/json.ts'
import { fingerprintOf } from './key.server.ts'
import { findSeal } from './pdf-signature/sign-pdf.server.ts'
import type { CertificateContent } from './certificate-content.ts'

/**
 * A certificate carries its content for machines as a text in its document information, and a seal: a signature over
 * every byte of the file except the seal's own, which count as zeros. The seal is inside the standard signature that PDF
 * readers show. Files of the first version have the seal in the text instead, and no standard signature.
 */

/** What is signed for machines to read. */
export interface SealedStatement {
  statement: CertificateContent
  /** The public page that shows whether it was revoked. */
  page: string
  /** The fingerprint of the key. */
  key: string
}

const noSignature = '0'.repeat(128)
const carried = /\(iaps-certificate-(?:1:([A-Za-z0-9_-]+):([0-9a-f]{128})|2:([A-Za-z0-9_-]+))\)/g

/** The text to be written into the file. */
export function textToSign(sealed: SealedStatement): string {
  return `iaps-certificate-2:${Buffer.from(toJson(sealed)).toString('base64url')}`
}

export type SignatureVerdict =
  | { verdict: 'valid'; sealed: SealedStatement }
  /** It claims to be signed by this key, but was changed since. */
  | { verdict: 'changed' }
  /** Not a certificate, or signed by another key. */
  | { verdict: 'not-ours' }

export function verifyFile(file: Buffer, key: KeyObject): SignatureVerdict {
  const texts = findTexts(file)
  const found = findSealed(file, texts)
  if (!found) return { verdict: texts.some(({ text }) => claimsKey(text, key)) ? 'changed' : 'not-ours' }
  const bare = Buffer.from(file)
  bare.write(noSignature, found.at, 'latin1')
  if (!verify(null, bare, key, Buffer.from(found.signature, 'hex')))
    return { verdict: (claimsKey(found.text, key) ?? true) ? 'changed' : 'not-ours' }
  return { verdict: 'valid', sealed: fromJson<SealedStatement>(found.text) }
}

interface CarriedText {
  text: string
  /** In files of the first version the seal is a part of the text. */
  seal?: { signature: string; at: number }
}

const maxTexts = 10

function findTexts(file: Buffer): CarriedText[] {
  const matches = file.toString('latin1').matchAll(carried).take(maxTexts)
  return [...matches].map(({ 0: whole, 1: first, 2: signature, 3: second, index }) => ({
    text: Buffer.from(first ?? second ?? '', 'base64url').toString(),
    ...(signature !== undefined && {
      seal: { signature, at: index + whole.length - 1 - signature.length },
    }),
  }))
}

/** The text and the seal; undefined if one of them is missing or there twice. */
function findSealed(file: Buffer, [only, another]: CarriedText[]) {
  if (!only || another) return undefined
  const seal = only.seal ?? findSeal(file)
  return seal && { text: only.text, ...seal }
}

/** Undefined if the text cannot be read. */
function claimsKey(text: string, key: KeyObject): boolean | undefined {
  try {
    return fromJson<Partial<SealedStatement> | null>(text)?.key === fingerprintOf(key)
  } catch {
    return undefined
  }
}
