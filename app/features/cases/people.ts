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
