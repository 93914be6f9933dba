import { fromJson } from '#db/engine/json.ts'
import { numberKey } from '#features/people/register.ts'

export type PartIn = 'nominee' | 'proposer' | 'seconder' | 'expert' | 'applicant'

/** Someone a case names, with all addresses that it gives for them. */
export interface NamedPerson {
  part: PartIn
  name: string
  emails: string[]
  institution: string
}

export function named(part: PartIn, name: string, institution: string, emails: string[]): NamedPerson {
  return { part, name, institution, emails: emails.map(addressKey).filter(Boolean) }
}

/** An address as compared: people write it in upper and lower case. */
export function addressKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Numbers that identify people whom a case may name with another address, stored beside the addresses. */
export function numbersNamed(named: {
  member?: readonly string[]
  fellow?: readonly string[]
  orcid?: string
}): string[] {
  const { member = [], fellow = [], orcid = '' } = named
  return [
    ...member.map(numberKey).map((key) => key && `member:${key}`),
    ...fellow
      .map((number) => number.toLowerCase().replaceAll(/[- ]/g, ''))
      .map((key) => key && `fellow:${key}`),
    orcid && `orcid:${orcid.toLowerCase()}`,
  ].filter(Boolean)
}

/** Whether an answer to one of our emails, as it is stored, says that it reached the wrong person. */
export function saysNotMe(answer: string | null): boolean {
  const { willing, declined } = fromJson<{ willing?: unknown; declined?: unknown }>(answer ?? '{}')
  return willing === 'not-me' || declined === 'not-me'
}
