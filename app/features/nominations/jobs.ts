import type { JobKinds } from '#server/jobs/job-kinds.ts'

export const showPhotographJob = 'person.show-photograph'

export const nominationsJobKinds: JobKinds = {
  [showPhotographJob]: {
    work: 'Photograph of a person',
    instead: 'The person can send a photograph on My page.',
  },
}
