import type { Db } from '#db/schema/tables.ts'
import { toUserRecord, type UserRecord } from '#features/staff/accounts/user-record.ts'
import type { FirebaseProject } from '#server/config/firebase.ts'
import type { PutBack } from '#server/jobs/jobs.server.ts'
import { isMailHeld } from '#server/mail/mail-hold.server.ts'
import { deleteDocument, writeDocuments, type DocumentWrite } from './firestore.server.ts'

/** The jobs that send user records to the collection `users` of Firestore. A failure makes the job retry later. */

const collection = 'users'
const recordsAtOnce = 200
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
    await writeDocuments(project, [sent ? writeOf(sent) : deleteDocument(collection, userId)])
    if (JSON.stringify(await findRecord(db, userId)) === JSON.stringify(sent)) return undefined
  }
  throw new Error('The record changed each time it was sent.')
}

/** All of them, as they are now. */
export async function sendUsers(db: Db, project: FirebaseProject, now: Date): Promise<PutBack | undefined> {
  if (await isMailHeld(db)) return { until: new Date(now.getTime() + holdMs) }
  for (let after = ''; ;) {
    const records = await selectRecords(db)
      .where('id', '>', after)
      .orderBy('id')
      .limit(recordsAtOnce)
      .execute()
    const last = records.at(-1)
    if (!last) return undefined
    await writeDocuments(
      project,
      records.map((row) => writeOf(toRecord(row))),
    )
    after = last.id
  }
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
