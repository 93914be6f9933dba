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
  const isBadge = contexts.some((context) => badgeContext.test(context as string))
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
  const isEndorsement = !achievementTypes.some((type) => hasType(credential, type))
  const type = isEndorsement ? 'EndorsementSubject' : 'AchievementSubject'
  const wrong = subjects.find((subject) => !hasType(subject, type))
  if (wrong) throw unreadable(`The credentialSubject is not of the type ${type}: ${quoted(wrong['type'])}.`)
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
  for (const [field, value] of Object.entries(part)) {
    if (ownCredentials.has(field)) continue
    for (const inner of listOf(value)) {
      if (!isObject(inner)) continue
      const type = Object.hasOwn(partTypes, field) ? partTypes[field] : undefined
      if (type !== undefined && !hasType(inner, type))
        throw unreadable(`The field ${field} is not of the type ${type}: ${quoted(inner['type'])}.`)
      checkParts(inner)
    }
  }
}
