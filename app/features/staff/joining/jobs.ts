import type { JobKinds } from '#server/jobs/job-kinds.ts'

/** The job that emails a link, separate from its work, because commands cannot load the code that renders letters. */

export const linkLetterJob = 'staff.link-letter'

export interface LinkLetter {
  purpose: 'reset' | 'sign-in'
  email: string
}

export const joiningJobKinds: JobKinds = {
  [linkLetterJob]: { work: 'Email with a link to sign in', instead: 'The person can ask for a new link.' },
}
