import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { FirebaseProject } from '#server/config/firebase.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { mirrorUserJob, mirrorUsersJob } from './jobs.ts'

/** Which user records are to be sent to Firestore. Whoever changes one calls `mirrorUser` in the same transaction. */

export interface MirroredUser {
  userId: string
}

/**
 * At each start: all records are sent once, and those without an account removed, so that a project that is new, or that
 * missed something while the mirror was off, is up to date. Without a mirror nothing is left that would wait to be sent.
 */
export function switchMirror(db: Db, firebase: FirebaseProject | undefined, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    const project = firebase?.firestore && firebase.projectId
    const former = await db.selectFrom('user_mirror').select('project_id').executeTakeFirst()
    if (former && former.project_id !== project) {
      await db.deleteFrom('user_mirror').execute()
      await openJobs(db).execute()
    }
    if (project === undefined) return
    await db
      .insertInto('user_mirror')
      .values({ id: 1, project_id: project })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await openJobs(db).where('kind', '=', mirrorUsersJob).execute()
    await queueJob(db, mirrorUsersJob, {}, now)
  })
}

/** Those that nobody is working on. */
export function openJobs(db: Db) {
  return db
    .deleteFrom('job')
    .where('kind', 'in', [mirrorUserJob, mirrorUsersJob])
    .where('done_at', 'is', null)
    .where('leased_by', 'is', null)
}

/** Queues what the record of this account is by then, also that there is none any more. */
export async function mirrorUser(db: Db, userId: string, now: Date): Promise<void> {
  if (!(await isMirrored(db))) return
  const user: MirroredUser = { userId }
  await queueJob(db, mirrorUserJob, user, now)
}

export async function isMirrored(db: Db): Promise<boolean> {
  return (await db.selectFrom('user_mirror').select('id').executeTakeFirst()) !== undefined
}
