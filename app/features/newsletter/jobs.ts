/** The names of the jobs, separate from the work, because commands cannot load the code that renders letters. */

export interface NewsletterLetter {
  email: string
}

export const newsletterLetterJob = 'newsletter.letter'
export const mailingJob = 'newsletter.mailing'
