/** The parts of the own page that can be changed, each on a separate page below it. */
export const changeParts = {
  contact: 'Phone and postal address',
  choices: 'Public directory and newsletter',
  orcid: 'ORCID iD',
  email: 'Email address',
  name: 'Name',
  institution: 'Institution',
  photograph: 'Photograph',
  deletion: 'Ask for deletion',
} as const

export type ChangePart = keyof typeof changeParts

/**
 * What a helper may change too: nothing that decides where the person is reached, what is public about them, or whether
 * anything is stored at all.
 */
const helperParts = ['contact', 'orcid', 'name', 'institution', 'photograph'] as const

export type HelperPart = (typeof helperParts)[number]

export function isHelperPart(part: ChangePart): part is HelperPart {
  return (helperParts as readonly string[]).includes(part)
}

export function isChangePart(text: string): text is ChangePart {
  return Object.hasOwn(changeParts, text)
}
