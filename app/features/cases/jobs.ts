import type { JobKinds } from '#server/jobs/job-kinds.ts'

/** The name of the job, separate from its work, because commands cannot load the code that renders letters. */
export const statusLetterJob = 'case.status-letter'

export const casesJobKinds: JobKinds = {
  [statusLetterJob]: {
    work: 'Email about a case',
    instead: 'Send the request again on the page of the case, or write to the person.',
  },
}
