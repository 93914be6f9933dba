import type { JobKinds } from '#server/jobs/job-kinds.ts'

/** The names of the jobs, separate from the work, because commands cannot load the code that renders letters. */

export interface NewsletterLetter {
  email: string
}

export const newsletterLetterJob = 'newsletter.letter'
export const mailingJob = 'newsletter.mailing'

export const newsletterJobKinds: JobKinds = {
  [newsletterLetterJob]: { work: 'Email to a subscriber', instead: 'The person can subscribe again.' },
  [mailingJob]: { work: 'Sending a newsletter issue' },
}
