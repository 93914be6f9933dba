/** The names of the jobs, separate from the work, because commands cannot load the code that renders letters. */

export const newsletterLetterJob = 'newsletter.letter'
export const mailingJob = 'newsletter.mailing'
