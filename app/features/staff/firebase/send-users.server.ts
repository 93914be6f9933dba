import type { Db } from '#db/schema/tables.ts'
import { toUserRecord, type UserRecord } from '#features/staff/accounts/user-record.ts'
import type { FirebaseProject } from '#server/config/firebase.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { queueJob, type PutBack } from '#server/jobs/jobs.server.ts'
import { isMailHeld } from '#server/mail/mail-hold.server.ts'
import { openJobs, type MirroredUser } from './mirrored-users.server.ts'
import { deleteDocument, writeDocuments, type DocumentWrite } from './firestore.server.ts'
import { mirrorUserJob } from './jobs.ts'

/** The jobs that send user records to the collection `users` of Firestore. A failure makes the job retry later. */

const collection = 'users'
const holdMs = 3_600_000

export async function sendUser(
  db: Db,
  project: FirebaseProject,
  userId: string,
  now: Date,
): Promise<PutBack | undefined> {
  // A restored site leaves the records to the original, as it does with letters.
  if (await isMailHeld(db)) return { until: new Date(now.getTime() + holdMs) }
  // Another machine may be sending an older state of the same record.
  for (let turn = 0; turn < 3; turn++) {
    const sent = await findRecord(db, userId)
    // Before it is there: one that we do not know of would never be removed.
    if (sent) await noteSent(db, project, userId)
    await writeDocuments(project, [sent ? writeOf(sent) : deleteDocument(collection, userId)])
    if (JSON.stringify(await findRecord(db, userId)) !== JSON.stringify(sent)) continue
    if (!sent) await forgetSent(db, project, userId)
    return undefined
  }
  throw new Error('The record changed each time it was sent.')
}

/**
 * Queues all of them, and those that were sent before their account was removed: a job of its own for each, because only
 * that sees what another machine changes meanwhile.
 */
export async function sendUsers(
  db: Db,
  { projectId }: FirebaseProject,
  now: Date,
): Promise<PutBack | undefined> {
  if (await isMailHeld(db)) return { until: new Date(now.getTime() + holdMs) }
  await inTransaction(db, async (db) => {
    await openJobs(db).where('kind', '=', mirrorUserJob).execute()
    const all = await db
      .selectFrom('staff_user')
      .select('id')
      .union(db.selectFrom('sent_user').select('user_id as id').where('project_id', '=', projectId))
      .orderBy('id')
      .execute()
    for (const { id } of all) {
      const user: MirroredUser = { userId: id }
      await queueJob(db, mirrorUserJob, user, now)
    }
  })
  return undefined
}

async function noteSent(db: Db, { projectId }: FirebaseProject, userId: string) {
  await db
    .insertInto('sent_user')
    .values({ project_id: projectId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
    .execute()
}

async function forgetSent(db: Db, { projectId }: FirebaseProject, userId: string) {
  await db.deleteFrom('sent_user').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}

function writeOf(record: UserRecord): DocumentWrite {
  return { collection, id: record.uid, fields: { ...record } }
}

async function findRecord(db: Db, userId: string): Promise<UserRecord | undefined> {
  const row = await selectRecords(db).where('id', '=', userId).executeTakeFirst()
  return row && toRecord(row)
}

function selectRecords(db: Db) {
  return db
    .selectFrom('staff_user')
    .select(['id', 'name', 'email', 'phone', 'role', 'requested_role', 'email_verified_at'])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRecords>['executeTakeFirstOrThrow']>>

function toRecord({ requested_role: requestedRole, email_verified_at: verifiedAt, ...row }: Row): UserRecord {
  return toUserRecord({ ...row, requestedRole, emailVerified: verifiedAt !== null })
}
