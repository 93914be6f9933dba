import { hash } from 'node:crypto'
import { officeDayEnd } from '#office-time.ts'
import type { Certificate } from '#features/certificates/queries.server.ts'
import {
  certificateAddress,
  kindTitles,
  type CertificateContent,
} from '#features/certificates/certificate-content.ts'
import { didOf } from './did.ts'
import type { JsonObject } from './json.ts'
import { encodeList, smallestList } from './status-list.ts'

/** A certificate as an Open Badge 3.0, which is a verifiable credential of version 2.0. */

const credentials = 'https://www.w3.org/ns/credentials/v2'
const openBadges = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'

/** The contexts of all that we sign or ever signed. */
export const ownContexts = [credentials, openBadges]

/** A picture of the badge, by its address and its bytes. */
export interface BadgePicture {
  address: string
  mediaType: string
  bytes: Uint8Array
}

export function openBadge(
  { code, number, statement, issuedAt }: Certificate,
  origin: string,
  pictures: readonly BadgePicture[],
): JsonObject {
  const { kind, rank, society, sample, validTo } = statement
  const title = `${kindTitles[kind]} ${number}`
  const list = statusListAddress(origin, number)
  const index = String(statusIndex(number))
  return {
    '@context': [credentials, openBadges],
    id: certificateAddress(origin, code),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: sample ? `Sample: ${title}` : title,
    ...(sample && { description: 'This is a sample. The person does not exist.' }),
    issuer: { id: didOf(origin), type: ['Profile'], name: society, url: origin },
    validFrom: momentOf(new Date(issuedAt)),
    ...(validTo !== null && { validUntil: momentOf(new Date(officeDayEnd(validTo))) }),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: identityOf(statement, code),
      achievement: {
        id: `${origin}/certificates#${kind}-${rank.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
        type: ['Achievement'],
        achievementType: 'Membership',
        name: rank,
        description: `${rank} of the ${society}`,
        criteria: { narrative: criteria[kind] },
        ...(pictures[0] && { image: { id: pictures[0].address, type: 'Image' } }),
      },
    },
    credentialStatus: {
      id: `${list}#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: index,
      statusListCredential: list,
    },
    relatedResource: pictures.map(({ address, mediaType, bytes }) => ({
      id: address,
      mediaType,
      digestSRI: digestOf(bytes),
    })),
  }
}

const criteria: Record<CertificateContent['kind'], string> = {
  fellowship: 'Elected to the fellowship by the Academy.',
  membership: 'Enrolled in the register of members by the Academy.',
}

/** Only someone who knows the name or number already can recognise it; the page of the certificate shows both. */
function identityOf({ name, holderNo }: CertificateContent, code: string): JsonObject[] {
  const known = [
    { identityType: 'name', identity: name },
    ...(holderNo === null ? [] : [{ identityType: 'identifier', identity: holderNo }]),
  ]
  return known.map(({ identityType, identity }) => {
    const salt = hash('sha256', `${code} ${identityType}`, 'base64url').slice(0, 22)
    return {
      type: 'IdentityObject',
      hashed: true,
      identityHash: hashIdentity(identity, salt),
      identityType,
      salt,
    }
  })
}

/** Letters with accents can be written in two ways; both have the same hash. */
export function hashIdentity(identity: string, salt: string): string {
  return `sha256$${hash('sha256', identity.normalize('NFC') + salt)}`
}

export function digestOf(bytes: Uint8Array): string {
  return `sha384-${hash('sha384', bytes, 'base64')}`
}

export function momentOf(time: Date): string {
  return time.toISOString().replace(/\.\d+/, '')
}

/** Certificates of one series and year share a list; the end of a certificate's number is its index there. */
export function statusListAddress(origin: string, number: string): string {
  return `${origin}/certificates/status/${number.slice(0, number.lastIndexOf('-'))}`
}

function statusIndex(number: string): number {
  return Number(number.slice(number.lastIndexOf('-') + 1))
}

export function statusList(
  origin: string,
  name: string,
  { revoked, last }: { revoked: Iterable<number>; last: number },
  now: Date,
): JsonObject {
  const address = `${origin}/certificates/status/${name}`
  const length = Math.max(1, Math.ceil((last + 1) / smallestList)) * smallestList
  return {
    '@context': [credentials],
    id: address,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(origin),
    validFrom: momentOf(now),
    credentialSubject: {
      id: `${address}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodeList(revoked, length),
    },
  }
}
