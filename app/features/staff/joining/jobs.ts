/** The job that emails a link, separate from its work, because commands cannot load the code that renders letters. */

export const linkLetterJob = 'staff.link-letter'

export interface LinkLetter {
  purpose: 'reset' | 'sign-in'
  email: string
}
