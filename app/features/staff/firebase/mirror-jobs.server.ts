import type { Db } from '#db/schema/tables.ts'
import type { FirebaseProject } from '#server/config/firebase.ts'
import type { JobHandlers } from '#server/jobs/jobs.server.ts'
import { type MirroredUser } from './mirrored-users.server.ts'
import { mirrorUserJob, mirrorUsersJob } from './jobs.ts'

/** What sends them is loaded with the first job. */
export function mirrorJobs(db: Db, project: FirebaseProject, clock: () => Date): JobHandlers {
  const load = () => import('./send-users.server.ts')
  return {
    [mirrorUserJob]: async ({ userId }: MirroredUser) =>
      (await load()).sendUser(db, project, userId, clock()),
    [mirrorUsersJob]: async () => (await load()).sendUsers(db, project, clock()),
  }
}
