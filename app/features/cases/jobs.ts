/** The name of the job, apart from its work, because commands cannot load what draws letters. */
export const statusLetterJob = 'case.status-letter'
