import type { JobKinds } from '#server/jobs/job-kinds.ts'

/** The names of the jobs, separate from their work, because commands cannot load the code that renders letters. */
export const ownCodeJob = 'own-page.code'
export const ownPhotographJob = 'own-page.show-photograph'

export const ownPagesJobKinds: JobKinds = {
  [ownCodeJob]: { work: 'Code for My page', instead: 'The person can ask for a new code.' },
  [ownPhotographJob]: {
    work: 'Photograph from My page',
    instead: 'Ask the person to send the photograph again.',
  },
}
