/** What can be changed on the own page, each on a page of its own below it. */
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

export function isChangePart(text: string): text is ChangePart {
  return Object.hasOwn(changeParts, text)
}
