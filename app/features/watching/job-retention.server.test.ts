import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { queueJob, runDueJobs } from '#server/jobs/jobs.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { listActions } from '#test/makers/staff.ts'
import { clearJobs, givenUpDays } from './job-retention.server.ts'

const day = 86_400_000
const later = (days: number, ms = 0) => new Date(monday.getTime() + days * day + ms)

test('a job that is done is removed after a day, and one that waits is not', async ({ db }) => {
  await queueJob(db, 'done', {}, monday)
  await queueJob(db, 'waits', {}, monday)
  await runDueJobs(db, { done: async () => {} }, () => monday)

  await clearJobs(db, later(1, -1))
  expect(await kinds(db)).toEqual(['done', 'waits'])
  await clearJobs(db, later(1))
  expect(await kinds(db)).toEqual(['waits'])
  await clearJobs(db, later(1000))
  expect(await kinds(db)).toEqual(['waits'])
  expect(await listActions(db)).toEqual([])
})

test('a job that was given up is removed after ninety days, which the trail records', async ({ db }) => {
  captureLog()
  await queueJob(db, 'mail.send', {}, monday)
  const fail = () => Promise.reject(new Error('The disk is full.'))
  for (let at = 1; at <= 10; at++) await runDueJobs(db, { 'mail.send': fail }, () => later(at))

  await clearJobs(db, later(10 + givenUpDays, -1))
  expect(await kinds(db)).toEqual(['mail.send'])
  await clearJobs(db, later(10 + givenUpDays))
  expect(await kinds(db)).toEqual([])
  expect(await listActions(db)).toEqual(['jobs.removed'])
})

async function kinds(db: Db) {
  const jobs = await db.selectFrom('job').select('kind').orderBy('kind').execute()
  return jobs.map(({ kind }) => kind)
}
