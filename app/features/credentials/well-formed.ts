import { hasType, idOf, isMoment, isObject, listOf, type JsonObject } from './json.ts'
import { quoted, unreadable } from './verdict.ts'

/** What a credential must have to mean anything: the data model of the W3C, and for badges that of 1EdTech. */

const credentialsContexts = ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/2018/credentials/v1']
/** With and without a version, and the short address that leads there. */
const badgeContext = /^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-3\.0\.\d)?\.json$/
const achievementTypes = ['OpenBadgeCredential', 'AchievementCredential']
const badgeTypes = [...achievementTypes, 'EndorsementCredential']

export function checkForm(credential: JsonObject): void {
  const contexts = listOf(credential['@context'])
  if (!credentialsContexts.includes(contexts[0] as string))
    throw unreadable(`This file is not a verifiable credential: its first context is ${quoted(contexts[0])}.`)
  const inline = contexts.find((context) => typeof context !== 'string')
  if (inline !== undefined)
    throw unreadable('The credential defines a vocabulary of its own, which we do not accept.')
  const types = listOf(credential['type'])
  if (!types.includes('VerifiableCredential'))
    throw unreadable(`The type of the credential is not VerifiableCredential: ${quoted(types.join(', '))}.`)
  const isBadge = hasBadgeContext(credential)
  if (types.some((type) => badgeTypes.includes(type as string)) && !isBadge)
    throw unreadable(
      'The credential says that it is an Open Badge, but lacks the context of Open Badges 3.0.',
    )
  if (isBadge && !types.some((type) => badgeTypes.includes(type as string)))
    throw unreadable(`The type of the credential is not that of an Open Badge: ${quoted(types.join(', '))}.`)
  checkIssuer(credential['issuer'], isBadge)
  checkDates(credential, contexts[0] === credentialsContexts[1])
  checkSubject(credential, isBadge)
  if (isBadge) checkParts(credential)
}

function hasBadgeContext(credential: JsonObject): boolean {
  return listOf(credential['@context']).some(
    (context) => typeof context === 'string' && badgeContext.test(context),
  )
}

function checkIssuer(issuer: unknown, isBadge: boolean) {
  const id = idOf(issuer)
  if (id === undefined) throw unreadable('The credential does not say who issued it: it has no issuer.')
  if (!/^[a-z][a-z0-9+.-]*:\S/i.test(id)) throw unreadable(`The issuer has no address: ${quoted(id)}.`)
  if (isBadge && isObject(issuer) && !hasType(issuer, 'Profile'))
    throw unreadable(`The issuer is not of the type Profile: ${quoted(issuer['type'])}.`)
}

const dates = ['validFrom', 'validUntil', 'issuanceDate', 'expirationDate']

function checkDates(credential: JsonObject, isFirstVersion: boolean) {
  for (const name of dates) {
    const value = credential[name]
    if (value !== undefined && !isMoment(value))
      throw unreadable(`The field ${name} is not a date and time: ${quoted(value)}.`)
  }
  if (isFirstVersion && credential['issuanceDate'] === undefined)
    throw unreadable('The credential does not say when it was issued: it has no issuanceDate.')
}

function checkSubject(credential: JsonObject, isBadge: boolean) {
  const subjects = listOf(credential['credentialSubject'])
  if (subjects.length === 0 || !subjects.every(isObject))
    throw unreadable('The credential does not say whom it is about: it has no credentialSubject.')
  if (!isBadge) return
  const type = subjectType(credential)
  const wrong = subjects.find((subject) => !hasType(subject, type))
  if (wrong) throw unreadable(`The credentialSubject is not of the type ${type}: ${quoted(wrong['type'])}.`)
  if (subjects.some((subject) => !hasField(subject, 'id') && !hasField(subject, 'identifier')))
    throw unreadable(
      'The credential does not say whom it is about: its credentialSubject has neither id nor identifier.',
    )
}

function subjectType(credential: JsonObject): 'AchievementSubject' | 'EndorsementSubject' {
  const isEndorsement = !achievementTypes.some((type) => hasType(credential, type))
  return isEndorsement ? 'EndorsementSubject' : 'AchievementSubject'
}

/** The type of the object in each field, wherever the field is. */
const partTypes: Record<string, string> = {
  achievement: 'Achievement',
  address: 'Address',
  alignment: 'Alignment',
  creator: 'Profile',
  evidence: 'Evidence',
  geo: 'GeoCoordinates',
  identifier: 'IdentityObject',
  image: 'Image',
  otherIdentifier: 'IdentifierEntry',
  parentOrg: 'Profile',
  related: 'Related',
  result: 'Result',
  resultDescription: 'ResultDescription',
  rubricCriterionLevel: 'RubricCriterionLevel',
  source: 'Profile',
}

/** Endorsements inside are credentials of their own, with their own issuers. */
const ownCredentials = new Set(['endorsement', 'endorsementJwt', 'proof'])

function checkParts(part: JsonObject) {
  for (const { field, type, inner } of partsOf(part)) {
    if (type !== undefined && !hasType(inner, type))
      throw unreadable(`The field ${field} is not of the type ${type}: ${quoted(inner['type'])}.`)
    checkParts(inner)
  }
}

function partsOf(part: JsonObject) {
  const fields = Object.entries(part).filter(([field]) => !ownCredentials.has(field))
  return fields.flatMap(([field, value]) => {
    const type = Object.hasOwn(partTypes, field) ? partTypes[field] : undefined
    return listOf(value)
      .filter(isObject)
      .map((inner) => ({ field, type, inner }))
  })
}

/** What an object of each type must have: https://www.imsglobal.org/spec/ob/v3p0/#data-models */
const requiredFields: Record<string, string[]> = {
  Achievement: ['id', 'name', 'description', 'criteria'],
  AchievementSubject: ['achievement'],
  Alignment: ['targetName', 'targetUrl'],
  EndorsementSubject: ['id'],
  IdentifierEntry: ['identifier', 'identifierType'],
  IdentityObject: ['hashed', 'identityHash', 'identityType'],
  Image: ['id'],
  Profile: ['id'],
  Related: ['id'],
  ResultDescription: ['id', 'name', 'resultType'],
  RubricCriterionLevel: ['id', 'name'],
}

/** What must be objects there. Other fields, also of these names elsewhere, may be written as an address. */
const objectFields: Record<string, string[]> = {
  Achievement: ['criteria', 'resultDescription'],
  AchievementSubject: ['achievement', 'identifier', 'result'],
}

/**
 * Refuses a badge that lacks what its standard requires. Comes last: many such files are also unsigned, changed or
 * expired, which says more about them.
 */
export function checkComplete(credential: JsonObject): void {
  if (!hasBadgeContext(credential)) return
  if (credential['validFrom'] === undefined && credential['issuanceDate'] === undefined)
    throw unreadable('The credential does not say when it was issued: it has no validFrom.')
  const type = subjectType(credential)
  for (const subject of listOf(credential['credentialSubject']).filter(isObject))
    checkFields('credentialSubject', type, subject)
  checkPartFields(credential)
}

function checkPartFields(part: JsonObject) {
  for (const { field, type, inner } of partsOf(part)) {
    if (type !== undefined) checkFields(field, type, inner)
    checkPartFields(inner)
  }
}

function checkFields(field: string, type: string, part: JsonObject) {
  const missing = requiredFields[type]?.find((required) => !hasField(part, required))
  if (missing !== undefined)
    throw unreadable(`The field ${field} lacks what the standard of Open Badges requires: ${missing}.`)
  const bare = objectFields[type]?.find((inner) => !listOf(part[inner]).every(isObject))
  if (bare !== undefined) throw unreadable(`The field ${bare} is not an object: ${quoted(part[bare])}.`)
}

function hasField(part: JsonObject, field: string): boolean {
  return listOf(part[field]).some((value) => value !== '')
}
