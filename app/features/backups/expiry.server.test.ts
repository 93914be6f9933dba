import { expect } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { officeDay } from '#office-time.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { monday } from '#test/harness/db.ts'
import { backUp, backupKey, test } from '#test/makers/backups.ts'
import { makeFailedJob } from '#test/makers/failed-jobs.ts'
import { restoreBackup } from './restore.server.ts'

const day = 86_400_000
const after = (days: number) => new Date(monday.getTime() + days * day)

/** Rows of features that store something for a limited time only. */
async function makeExpiring(db: Db): Promise<void> {
  const at = monday.getTime()
  const { id: personId } = await db.selectFrom('person').select('id').executeTakeFirstOrThrow()
  const { id: staffId } = await db.selectFrom('staff_user').select('id').executeTakeFirstOrThrow()
  const [binned, entry] = await db.selectFrom('entry').select('id').orderBy('id').limit(2).execute()
  const { id: fileId } = await db.selectFrom('file').select('id').executeTakeFirstOrThrow()
  const entryId = entry!.id
  await db
    .updateTable('entry')
    .set({ state: 'binned', live_version: null, binned_at: at })
    .where('id', '=', binned!.id)
    .execute()
  await db
    .updateTable('file')
    .set({ name: 'expiring.jpeg', removed_at: at })
    .where('id', '=', fileId)
    .execute()
  await db.deleteFrom('entry_version_ref').where('target', '=', fileId).execute()
  const proposed = JSON.stringify({ affiliation: 'Expiring Institute' })
  const requested = { person_id: personId, kind: 'name' as const, proposed, requested_at: at }
  await db
    .insertInto('own_request')
    .values({ id: newId(), ...requested, state: 'approved', decided_at: at, decided_by: staffId })
    .execute()
  const helper = { person_id: personId, name: 'Expiring Helper', email: 'helper@example.org' }
  await db
    .insertInto('own_helper')
    .values({
      id: newId(),
      ...helper,
      named_from: 'a@example.org',
      reason: null,
      named_at: at,
      ends_at: at + day,
    })
    .execute()
  await db
    .insertInto('subscriber')
    .values({ id: newId(), email: 'expiring@example.org', source: 'page', asked_at: at, letter_due_at: at })
    .execute()
  await db
    .insertInto('working_copy')
    .values({
      entry_id: entryId,
      staff_id: staffId,
      base_version: 1,
      data: '{"title":"Expiring"}',
      saved_at: at,
    })
    .execute()
  const link = { entry_id: entryId, made_by: staffId, created_at: at }
  await db
    .insertInto('preview_link')
    .values({ token_hash: 'expiring', ...link, expires_at: at + day })
    .execute()
  const word = { day: officeDay(monday), kind: 'search' as const, name: 'Expiring Name', amount: 1 }
  await db.insertInto('daily_sum').values(word).execute()
  await makeFailedJob(db, monday)
}

async function countExpiring(database: string) {
  const db = openDatabase(database)
  const count = async (query: { execute: () => Promise<unknown[]> }) => (await query.execute()).length
  const counts = {
    binned: await count(db.selectFrom('entry').select('id').where('binned_at', 'is not', null)),
    files: await count(db.selectFrom('file').select('id').where('name', '=', 'expiring.jpeg')),
    requests: await count(db.selectFrom('own_request').select('id')),
    helpers: await count(db.selectFrom('own_helper').select('id')),
    subscribers: await count(
      db.selectFrom('subscriber').select('id').where('email', '=', 'expiring@example.org'),
    ),
    copies: await count(db.selectFrom('working_copy').select('entry_id')),
    links: await count(db.selectFrom('preview_link').select('entry_id')),
    words: await count(db.selectFrom('daily_sum').select('name').where('name', '=', 'Expiring Name')),
    jobs: await count(db.selectFrom('job').select('id').where('failed_at', 'is not', null)),
  }
  await db.destroy()
  return counts
}

test('what has expired since a backup was made is gone after it is restored', async ({
  sourceSite,
  makeEmptySite,
}) => {
  await makeExpiring(sourceSite.db)
  const path = await backUp(sourceSite)
  const early = await makeEmptySite('sqlite')
  await restoreBackup(early, path, backupKey, personalData, monday)
  const there = await countExpiring(early.database)
  expect(Object.entries(there).filter(([, count]) => count === 0)).toEqual([])

  const late = await makeEmptySite()
  await restoreBackup(late, path, backupKey, personalData, after(400))
  const left = await countExpiring(late.database)
  expect(Object.entries(left).filter(([, count]) => count > 0)).toEqual([])
})

test('a restore runs every expiry task until it finds nothing more', async ({
  sourceSite,
  makeEmptySite,
}) => {
  const runs: string[] = []
  const planted = personalData.expiry.map(({ name }) => ({
    name,
    run: async () => {
      runs.push(name)
      return runs.filter((each) => each === name).length === 1 ? 1 : 0
    },
  }))
  const target = await makeEmptySite('sqlite')
  const path = await backUp(sourceSite)
  await restoreBackup(target, path, backupKey, { ...personalData, expiry: planted }, monday)

  expect(runs).toEqual(personalData.expiry.flatMap(({ name }) => [name, name]))
})
