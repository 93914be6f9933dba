import type { JobKinds } from '#server/jobs/job-kinds.ts'

export const mirrorUserJob = 'firestore.mirror-user'
export const mirrorUsersJob = 'firestore.mirror-users'

export const mirrorJobKinds: JobKinds = {
  [mirrorUserJob]: { work: 'Copy of an account to Firestore' },
  [mirrorUsersJob]: { work: 'Copy of all accounts to Firestore' },
}
