import { expect } from 'vitest'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { actorFor, listActions } from '#test/makers/staff.ts'
import { listFailedJobs } from '#server/jobs/failed-jobs.server.ts'
import { queueJob, runDueJobs } from '#server/jobs/jobs.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { removeJobs, tryJobsAgain } from './failed-jobs.server.ts'

const administrator = actorFor({ id: newId(), role: 'admin' })
const later = (days: number) => () => new Date(monday.getTime() + days * 86_400_000)

test('a job that was given up has ten new tries when it is tried again', async ({ db }) => {
  const failed = await giveUp(db, 'people-import.run')
  expect(failed).toMatchObject({ kind: 'people-import.run', problem: 'The disk is full.' })

  expect(await tryJobsAgain(db, administrator, [failed.id], later(31)())).toBe(1)
  expect(await tryJobsAgain(db, administrator, [failed.id], later(31)())).toBe(0)
  expect(await listFailedJobs(db, 100)).toEqual([])
  expect(await listActions(db)).toEqual(['jobs.retried'])

  const tries: boolean[] = []
  const handlers = { 'people-import.run': async (_: never, isLast: boolean) => void tries.push(isLast) }
  expect(await runDueJobs(db, handlers, later(31))).toBe(1)
  expect(tries).toEqual([false])
})

test('work that would come too late is not tried again', async ({ db }) => {
  for (const kind of ['mail.send', 'staff.link-letter', 'backup.make', 'no-longer.known']) {
    const failed = await giveUp(db, kind)
    expect(await tryJobsAgain(db, administrator, [failed.id], later(31)())).toBe(0)
    expect(await removeJobs(db, administrator, [failed.id], later(31)())).toBe(1)
  }
  expect(new Set(await listActions(db))).toEqual(new Set(['jobs.removed']))
})

test('the same work is queued once, and not if it is open already', async ({ db }) => {
  const kind = 'newsletter.mailing'
  const twice = [await giveUp(db, kind), await giveUp(db, kind)].map(({ id }) => id)
  expect(await tryJobsAgain(db, administrator, twice, later(31)())).toBe(1)
  expect(await tryJobsAgain(db, administrator, twice, later(31)())).toBe(0)
  expect(await listFailedJobs(db, 100)).toHaveLength(1)
})

test('a job that nobody needs any more is removed, and an open one is not', async ({ db }) => {
  const failed = await giveUp(db, 'media.derive-picture')
  await queueJob(db, 'media.derive-picture', {}, later(31)())
  const { id: open } = await db
    .selectFrom('job')
    .select('id')
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()

  expect(await removeJobs(db, administrator, [failed.id, open], later(31)())).toBe(1)
  expect(await tryJobsAgain(db, administrator, [failed.id, open], later(31)())).toBe(0)
  expect(await db.selectFrom('job').select('id').execute()).toEqual([{ id: open }])
  expect(await listActions(db)).toEqual(['jobs.removed'])
})

async function giveUp(db: Db, kind: string) {
  captureLog()
  await queueJob(db, kind, {}, monday)
  const fail = async () => {
    throw new Error('The disk is full.')
  }
  for (let day = 1; day <= 10; day++) await runDueJobs(db, { [kind]: fail }, later(day))
  const [failed] = await listFailedJobs(db, 100)
  if (!failed) throw new Error('The job was not given up.')
  return failed
}
