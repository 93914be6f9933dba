import type { JobKinds } from '#server/jobs/job-kinds.ts'

export const derivePictureJob = 'media.derive-picture'

export const mediaJobKinds: JobKinds = {
  [derivePictureJob]: { work: 'Sizes of a picture' },
}
