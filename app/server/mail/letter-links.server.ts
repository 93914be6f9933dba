import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { fromJson, toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { keyFromSecret } from '#server/config/derived-keys.server.ts'
import { sealedLink, tokensIn } from './mail-tokens.server.ts'
import { hashToken } from '#server/config/tokens.server.ts'

/**
 * The tokens in the links of a letter are sealed until it is sent. Writing a letter needs only the public key, which is
 * in the database; the private one is derived from SECRET, so a copy of the database opens nothing.
 */

export const lettersKeyName = 'LETTERS'

export interface WrittenLetter {
  text: string
  html: string
  unsubscribeUrl?: string | null | undefined
}

/** A code in its text that only the recipient may read, sealed like the tokens. */
interface WithCode {
  code?: string | undefined
}

/** Replaces the code in a stored letter. */
export const hiddenCode = '(hidden code)'
const codeMark = 'code:'

interface Owner {
  id: string
  to: string
}

const tagBytes = 16
const publicBytes = 32

/** The key stored in the database, for code that writes letters. */
export function lettersPublicKey(secret: string): string {
  return createPublicKey(privateKey(secret)).export({ type: 'spki', format: 'der' }).toString('base64url')
}

export async function findLettersKey(db: Db): Promise<KeyObject | undefined> {
  const row = await db
    .selectFrom('site_key')
    .select('fingerprint')
    .where('name', '=', lettersKeyName)
    .executeTakeFirst()
  return (
    row && createPublicKey({ key: Buffer.from(row.fingerprint, 'base64url'), format: 'der', type: 'spki' })
  )
}

/**
 * The letter with each token replaced by its hash, and the tokens sealed. A database that no site was ever started on
 * has no key: its letters stay as they are until the first start.
 */
export async function sealLinks(db: Db, owner: Owner, { code, ...letter }: WrittenLetter & WithCode) {
  const tokens = [...new Set([letter.text, letter.html, letter.unsubscribeUrl ?? ''].flatMap(tokensIn))]
  // Read even without a link, so that the timing does not reveal which letter an address got.
  const key = await findLettersKey(db)
  if (!key || (tokens.length === 0 && code === undefined)) return { ...letter, sealedLinks: null }
  const sealedLinks = seal(key, owner, [...tokens, ...(code === undefined ? [] : [codeMark + code])])
  return { ...withoutCode(withoutTokens(letter), code), sealedLinks }
}

/** Seals another token that only the running site may open. Null where no site was ever started. */
export async function sealToken(db: Db, owner: Owner, token: string): Promise<string | null> {
  const key = await findLettersKey(db)
  return key ? seal(key, owner, [token]) : null
}

/** Undefined if it was sealed with another SECRET. */
export function openToken(secret: string, owner: Owner, sealed: string): string | undefined {
  try {
    return unseal(secret, owner, sealed)[0]
  } catch (error) {
    if (error instanceof SealedElsewhere) return undefined
    throw error
  }
}

function withoutCode({ text, html, unsubscribeUrl }: WrittenLetter, code: string | undefined): WrittenLetter {
  if (code === undefined) return { text, html, unsubscribeUrl }
  const hide = (text: string) => text.replaceAll(code, hiddenCode)
  return { text: hide(text), html: hide(html), unsubscribeUrl }
}

export function withoutTokens({ text, html, unsubscribeUrl }: WrittenLetter): WrittenLetter {
  return { text: mask(text), html: mask(html), unsubscribeUrl: unsubscribeUrl && mask(unsubscribeUrl) }
}

/** The letter as it was written, for sending it. */
export function openLinks(
  secret: string | undefined,
  { id, to, text, html, unsubscribeUrl, sealedLinks }: Owner & WrittenLetter & { sealedLinks: string | null },
): WrittenLetter {
  if (sealedLinks === null) return { text, html, unsubscribeUrl }
  const opened = unseal(secret ?? '', { id, to }, sealedLinks)
  const byHash = new Map(opened.map((token) => [hashToken(token), token]))
  const code = opened.find((one) => one.startsWith(codeMark))?.slice(codeMark.length)
  const show = (text: string) =>
    text.replaceAll(hiddenCode, code ?? hiddenCode).replaceAll(sealedLink, (whole, hash: string) => {
      const token = byHash.get(hash)
      return token === undefined ? whole : `?token=${token}`
    })
  return { text: show(text), html: show(html), unsubscribeUrl: unsubscribeUrl && show(unsubscribeUrl) }
}

function mask(text: string): string {
  return tokensIn(text).reduce(
    (masked, token) => masked.replaceAll(`?token=${token}`, `?sealed=${hashToken(token)}`),
    text,
  )
}

/** Sealed to the public key and bound to this letter and person: moved to another one it does not open. */
function seal(key: KeyObject, owner: Owner, tokens: string[]): string {
  const own = generateKeyPairSync('x25519')
  const shown = rawPublic(own.publicKey)
  const { cipherKey, iv } = agree(own.privateKey, key, shown)
  const cipher = createCipheriv('aes-256-gcm', cipherKey, iv).setAAD(nameOf(owner))
  const sealed = Buffer.concat([cipher.update(toJson(tokens)), cipher.final()])
  return Buffer.concat([shown, cipher.getAuthTag(), sealed]).toString('base64url')
}

function unseal(secret: string, owner: Owner, sealed: string): string[] {
  const bytes = Buffer.from(sealed, 'base64url')
  const shown = bytes.subarray(0, publicBytes)
  try {
    const { cipherKey, iv } = agree(privateKey(secret), publicFromRaw(shown), shown)
    const decipher = createDecipheriv('aes-256-gcm', cipherKey, iv).setAAD(nameOf(owner))
    decipher.setAuthTag(bytes.subarray(publicBytes, publicBytes + tagBytes))
    const plain = Buffer.concat([decipher.update(bytes.subarray(publicBytes + tagBytes)), decipher.final()])
    return fromJson<string[]>(plain.toString())
  } catch (cause) {
    throw new SealedElsewhere({ cause })
  }
}

/** Staff see this sentence. */
export class SealedElsewhere extends Error {
  constructor(options: ErrorOptions) {
    super(
      'The link in this email was encrypted with another SECRET and cannot be sent. Send the person a new link instead.',
      options,
    )
  }
}

/** The ephemeral key pair is used once, so key and nonce are too. */
function agree(ours: KeyObject, theirs: KeyObject, shown: Buffer) {
  const shared = diffieHellman({ privateKey: ours, publicKey: theirs })
  const bytes = Buffer.from(hkdfSync('sha256', shared, shown, 'links in letters', 44))
  return { cipherKey: bytes.subarray(0, 32), iv: bytes.subarray(32) }
}

function privateKey(secret: string): KeyObject {
  return keyFromSecret('x25519', secret, 'links in letters')
}

const spkiHead = Buffer.from('302a300506032b656e032100', 'hex')

function rawPublic(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' }).subarray(spkiHead.length)
}

function publicFromRaw(raw: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([spkiHead, raw]), format: 'der', type: 'spki' })
}

function nameOf({ id, to }: Owner): Buffer {
  return Buffer.from(toJson([id, to]))
}
