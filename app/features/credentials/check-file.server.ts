import type { KeyObject } from 'node:crypto'
import { verifyFile } from '#features/certificates/signature.server.ts'
import { kindTitles } from '#features/certificates/certificate-content.ts'
import { dayInWords, officeDay } from '#office-time.ts'
import { hostOf } from './did.ts'
import { foreignSentence, isStatusList, ownSentence } from './genuine.ts'
import { hasType, idOf, isObject, listOf, readJson, type JsonObject } from './json.ts'
import type { OwnKeys } from './key-lookup.ts'
import { keyOfMultikey } from './multibase.ts'
import { digestOf, ownContexts } from './open-badge.ts'
import { isPng, readBakedPng } from './png.ts'
import { checkProofs } from './proof.server.ts'
import { isSet, statusEntries, type StatusEntry } from './status-list.ts'
import { checkToken } from './token.server.ts'
import { quoted, CheckStopped, unreadable, type FileVerdict } from './verdict.ts'
import { findOddField } from './spelling.ts'
import { checkComplete, checkForm } from './well-formed.ts'

/** Says what a file is: any bytes get one of six words and the reason. Nothing is fetched. */

export const maxFileBytes = 5 * 1024 * 1024

export interface CheckOptions {
  own: OwnKeys
  now: Date
  /** The text of a list of revoked credentials, if it is at hand. */
  readList?: (address: string) => string | undefined
}

export async function checkFile(file: Buffer, options: CheckOptions): Promise<FileVerdict> {
  try {
    if (file.length > maxFileBytes) throw unreadable('This file is too large to be a certificate.')
    if (isPdf(file)) return checkPdf(file, options)
    return await checkText(file, options)
  } catch (error) {
    if (error instanceof CheckStopped) return { word: error.word, why: error.message, isOurs: false }
    return { word: 'unreadable', why: 'This file could not be read as a credential.', isOurs: false }
  }
}

/** As readers recognise one, which ignore what stands before its first line. */
export function isPdf(file: Buffer): boolean {
  const start = file.subarray(0, 1024).toString('latin1')
  return start.includes('%PDF-') && !isPng(file) && !start.trimStart().startsWith('{')
}

function checkPdf(file: Buffer, { own, now }: CheckOptions): FileVerdict {
  const keys = own.keys.map(keyOfMultikey).filter((key): key is KeyObject => key !== undefined)
  const verdicts = keys.map((key) => verifyFile(file, key))
  const found = verdicts.find(({ verdict }) => verdict === 'valid')
  if (found?.verdict !== 'valid') {
    if (verdicts.some(({ verdict }) => verdict === 'changed'))
      throw new CheckStopped('changed', 'This file was changed after the Academy signed it. Do not trust it.')
    throw new CheckStopped('not ours', 'This file is not a certificate that this Academy signed.')
  }
  const { statement, page } = found.sealed
  const what = `${kindTitles[statement.kind]} ${statement.number}, ${statement.name}, ${statement.rank}`
  const seen = { isOurs: true, page }
  if (statement.validTo !== null && statement.validTo < officeDay(now))
    return {
      ...seen,
      word: 'expired',
      why: `${what}: the membership ended on ${dayInWords(statement.validTo)}.`,
    }
  const why = `This Academy signed this file, and it is unchanged: ${what}.${sampleNote(statement.sample)}`
  return { ...seen, word: 'valid', why }
}

function sampleNote(isSample: boolean): string {
  return isSample ? ' This is a sample. The person does not exist.' : ''
}

interface Carried {
  text: string
  /** The picture around the credential, and its kind. */
  picture?: { bytes: Uint8Array; mediaType: string }
}

async function checkText(file: Buffer, options: CheckOptions): Promise<FileVerdict> {
  const { text, picture } = await carriedBy(file)
  const verdict = await checkCredentialText(text, options)
  if (picture) checkPicture(verdict.credential, picture)
  const { credential: _, ...rest } = verdict
  return rest
}

async function carriedBy(file: Buffer): Promise<Carried> {
  if (isPng(file)) {
    const { text, picture } = readBakedPng(file)
    return { text, picture: { bytes: picture, mediaType: 'image/png' } }
  }
  const text = decode(file)
  if (!text.startsWith('<')) return { text }
  const { readBakedSvg } = await import('./svg.server.ts')
  const read = readBakedSvg(text)
  return { text: read.text, picture: { bytes: Buffer.from(read.picture), mediaType: 'image/svg+xml' } }
}

function decode(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file).trim()
  } catch {
    throw unreadable('This file is neither a PDF, a picture nor a text.')
  }
}

/** A credential may name the picture that carries it, by its hash. */
function checkPicture(credential: JsonObject, { bytes, mediaType }: NonNullable<Carried['picture']>) {
  const named = listOf(credential['relatedResource']).filter(
    (resource) =>
      isObject(resource) && resource['mediaType'] === mediaType && typeof resource['digestSRI'] === 'string',
  )
  if (
    named.length > 0 &&
    !named.some((resource) => isObject(resource) && resource['digestSRI'] === digestOf(bytes))
  )
    throw new CheckStopped('changed', 'The picture was changed: its credential was issued with another one.')
}

interface Signed {
  credential: JsonObject
  isOurs: boolean
  method: string
  begins: unknown[]
  ends: unknown[]
}

async function checkCredentialText(
  text: string,
  options: CheckOptions,
): Promise<FileVerdict & { credential: JsonObject }> {
  const signed = await readSigned(text, options.own)
  const { credential, isOurs } = signed
  checkOwnName(credential, isOurs, options.own)
  if (isOurs) checkOwnContexts(credential)
  const notes = await checkStatus(signed, options)
  const page = isOurs && !isStatusList(credential) ? idOf(credential) : undefined
  const notNow = periodFault(signed, options.now)
  if (notNow !== undefined) return { word: 'expired', why: notNow, isOurs, page, credential }
  checkComplete(credential)
  const why = [isOurs ? ownSentence(credential) : foreignSentence(signed, options.own), ...notes].join(' ')
  return { word: 'valid', why, isOurs, page, credential }
}

async function readSigned(text: string, own: OwnKeys): Promise<Signed> {
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)) {
    const { credential, isOurs, method, nbf, exp } = await checkToken(text, own)
    checkForm(credential)
    const times = {
      begins: [...beginsOf(credential), fromSeconds(nbf)],
      ends: [...endsOf(credential), fromSeconds(exp)],
    }
    return { credential, isOurs, method, ...times }
  }
  const credential = readJson(text)
  if (!isObject(credential)) throw unreadable('This file is not a credential.')
  const enveloped = /^data:application\/vc\+jwt,([\w.-]+)$/.exec(idOf(credential) ?? '')
  if (enveloped?.[1] !== undefined && hasType(credential, 'EnvelopedVerifiableCredential')) {
    const unsigned = Object.keys(credential).find((field) => !['@context', 'id', 'type'].includes(field))
    if (unsigned !== undefined)
      throw unreadable(`The credential has a field outside the signed token: ${quoted(unsigned)}.`)
    return readSigned(enveloped[1], own)
  }
  checkForm(credential)
  const { isOurs, method, created, expires } = await checkProofs(credential, own)
  checkSpelling(credential, isOurs)
  const times = { begins: [...beginsOf(credential), created], ends: [...endsOf(credential), expires] }
  return { credential, isOurs, method, ...times }
}

function checkSpelling(credential: JsonObject, isOurs: boolean) {
  const odd = findOddField(credential, isOurs)
  if (odd === undefined) return
  if (isOurs)
    throw new CheckStopped(
      'changed',
      `The credential was changed after this Academy signed it: the field ${quoted(odd)} is not as we write it.`,
    )
  throw unreadable(`The credential has a field that we cannot read: ${quoted(odd)}.`)
}

function beginsOf({ validFrom, issuanceDate }: JsonObject) {
  return [validFrom, issuanceDate]
}

function endsOf({ validUntil, expirationDate }: JsonObject) {
  return [validUntil, expirationDate]
}

function fromSeconds(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !(Math.abs(value) < 1e11))
    throw unreadable('The token has no readable date.')
  return new Date(value * 1000).toISOString()
}

/** Someone else's key under our name is a forgery, whatever else is in order. */
function checkOwnName({ issuer }: JsonObject, isOurs: boolean, { did }: OwnKeys) {
  const id = idOf(issuer) ?? ''
  if (!isOurs && did !== undefined && hostOf(id) === hostOf(did))
    throw new CheckStopped(
      'not ours',
      'The credential names this Academy as its issuer, but this Academy did not sign it.',
    )
}

/** A proof covers what the fields mean and not where that is defined, so one more vocabulary would go unnoticed. */
function checkOwnContexts({ '@context': contexts }: JsonObject) {
  const foreign = listOf(contexts).find((context) => !ownContexts.includes(context as string))
  if (foreign !== undefined)
    throw new CheckStopped(
      'changed',
      `The credential was changed after this Academy signed it: ${quoted(foreign)} was added.`,
    )
}

/** Why it is not valid today; undefined if it is. */
function periodFault({ begins, ends }: Signed, now: Date): string | undefined {
  const later = begins.find((moment) => typeof moment === 'string' && !isPast(moment, now))
  if (later !== undefined) return `The credential is not valid yet: it begins on ${dayOf(later)}.`
  const ended = ends.find((moment) => isPast(moment, now))
  return ended === undefined ? undefined : `The credential expired on ${dayOf(ended)}.`
}

function isPast(moment: unknown, now: Date): boolean {
  return typeof moment === 'string' && Date.parse(moment) <= now.getTime()
}

function dayOf(moment: unknown): string {
  return dayInWords(officeDay(new Date(String(moment))))
}

/** Refuses what was revoked; returns what could not be found out. */
async function checkStatus(signed: Signed, { own, now, readList }: CheckOptions): Promise<string[]> {
  const { entries, unknown } = statusEntries(signed.credential)
  const notes = unknown.map(
    (type) => `We cannot check the status of this credential, which is of the kind ${type}.`,
  )
  for (const entry of entries) {
    const text = readList?.(entry.list)
    const list = text === undefined ? undefined : await readStatusList(text, entry, signed, own)
    if (list && isSet(list.encoded, entry.index))
      throw new CheckStopped(
        'revoked',
        `The issuer ${entry.purpose === 'suspension' ? 'suspended' : 'revoked'} this credential.`,
      )
    // Whether a credential of our own was revoked is on its page and in the register.
    const isSaidElsewhere = signed.isOurs && idOf(signed.credential) !== undefined
    if (!list && !isSaidElsewhere)
      notes.push(`To see whether the credential was revoked, open the list at ${quoted(entry.list, 300)}.`)
    if (list?.ends.some((end) => isPast(end, now)))
      notes.push('Our copy of the list of revoked credentials is out of date.')
  }
  return notes
}

/** The list must be signed as well, and by the same key as the credential or by one of ours. */
async function readStatusList(
  text: string,
  { list: address, purpose }: StatusEntry,
  signed: Signed,
  own: OwnKeys,
) {
  const list = await readSigned(text.trim(), own).catch((error: unknown) => {
    const why = error instanceof CheckStopped ? ` ${error.message}` : ''
    throw unreadable(`We cannot use the list of revoked credentials.${why}`)
  })
  const [subject] = listOf(list.credential['credentialSubject'])
  if (list.isOurs !== signed.isOurs || (!list.isOurs && list.method !== signed.method))
    throw unreadable('The list of revoked credentials is not signed by the issuer of this one.')
  // Elsewhere, a list may be served at another address than the one it names.
  if (list.isOurs && idOf(list.credential) !== address)
    throw unreadable(`Our list of revoked credentials is not the one at ${quoted(address, 300)}.`)
  if (!isObject(subject) || !listOf(subject['statusPurpose']).includes(purpose))
    throw unreadable(`Our list is not about this kind of status: ${quoted(purpose)}.`)
  return { encoded: subject['encodedList'], ends: list.ends }
}
