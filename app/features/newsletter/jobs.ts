/** The names of the jobs, apart from the work, because commands cannot load what draws letters. */

export const newsletterLetterJob = 'newsletter.letter'
export const mailingJob = 'newsletter.mailing'
