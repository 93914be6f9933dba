import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { header, startMailServer } from '#test/harness/mail-server.ts'
import { runDueJobs, type JobHandlers } from '#server/jobs/jobs.server.ts'
import { holdMail } from './mail-hold.server.ts'
import { sendMailJob } from './mail-order.server.ts'
import { queueLetter, requeueMail, sendMail } from './mail.server.ts'

const hour = 3_600_000
const busy = { code: 451, says: 'Try again later' }
const later = (ms: number) => new Date(monday.getTime() + ms)

type Post = Awaited<ReturnType<typeof startMailServer>>

function write(db: Db, subject: string, { to = 'asha@example.org', kind = 'case.status', at = monday } = {}) {
  return queueLetter(db, { kind, to, subject, text: 'Hello', html: '<p>Hello</p>' }, at)
}

function work(db: Db, smtpUrl: string | undefined, now: Date) {
  const handlers: JobHandlers = {
    [sendMailJob]: ({ mailId }: { mailId: string }, isLastTry) =>
      sendMail(db, { smtpUrl, mailFrom: 'office@iaps.example', timeoutMs: 5000 }, mailId, now, isLastTry),
  }
  return runDueJobs(db, handlers, () => now)
}

const arrived = ({ received }: Post) => received.map(({ raw }) => header(raw, 'Subject') ?? '')

test('a letter lets an older one to the same address go first, however often that one is tried', async ({
  db,
}) => {
  captureLog()
  const post = await startMailServer()
  post.answer = busy
  await write(db, 'First')
  await work(db, post.url, monday)
  post.answer = 'take'
  await write(db, 'Second', { at: later(1000) })
  await write(db, 'To another', { at: later(1000), to: 'ben@example.org' })
  await work(db, post.url, later(2000))
  expect(arrived(post)).toEqual(['To another'])

  await work(db, post.url, later(2 * hour))
  expect(arrived(post)).toEqual(['To another', 'First', 'Second'])
})

test('the tries of a waiting letter are not counted, and it is not tried before the older one', async ({
  db,
}) => {
  captureLog()
  const post = await startMailServer()
  post.answer = busy
  await write(db, 'First')
  await write(db, 'Second')
  for (let time = 0; time < 5; time++) {
    const [first, second] = await db.selectFrom('job').select(['run_at', 'attempts']).orderBy('id').execute()
    expect([first?.attempts, second?.attempts]).toEqual([time, 0])
    expect(second?.run_at).toBe(first?.run_at)
    await work(db, post.url, new Date(first?.run_at ?? 0))
  }
  expect(post.recipients).toHaveLength(5)
})

test('a letter that was given up blocks none, and sent again it blocks newer ones', async ({ db }) => {
  captureLog()
  const post = await startMailServer()
  post.answer = busy
  const id = await write(db, 'First')
  await db.updateTable('job').set({ attempts: 9 }).execute()
  await work(db, post.url, monday)
  await write(db, 'Second')
  await requeueMail(db, id, monday)
  await work(db, post.url, monday)
  post.answer = 'take'
  await work(db, post.url, later(hour))
  await work(db, post.url, later(2 * hour))

  expect(arrived(post)).toEqual(['First', 'Second'])
  expect(post.recipients).toHaveLength(4)
})

test('letters that no job will try, held or stored ones, block none', async ({ db }) => {
  const post = await startMailServer()
  await write(db, 'Kept')
  await work(db, undefined, monday)
  await holdMail(db, monday)
  await write(db, 'Held')
  await work(db, post.url, monday)
  await db.deleteFrom('mail_hold').execute()
  await write(db, 'Free')
  await work(db, post.url, monday)

  expect(arrived(post)).toEqual(['Free'])
})

test('letters about an account wait for no letter and no letter waits for them', async ({ db }) => {
  captureLog()
  const post = await startMailServer()
  post.answer = busy
  await write(db, 'Status')
  await write(db, 'Account', { kind: 'staff.reset' })
  await work(db, post.url, monday)
  post.answer = 'take'
  await write(db, 'Link', { kind: 'staff.reset' })
  await work(db, post.url, monday)
  expect(arrived(post)).toEqual(['Link'])
  await db
    .updateTable('job')
    .set({ run_at: later(hour).getTime() })
    .where('attempts', '=', 1)
    .execute()
  await write(db, 'Other status', { to: 'ben@example.org' })
  await work(db, post.url, later(hour))
  expect(arrived(post).toSorted()).toEqual(['Account', 'Link', 'Other status', 'Status'])
})

test('after a day and a half a letter is sent, whatever happened to the older ones', async ({ db }) => {
  captureLog()
  const post = await startMailServer()
  post.answer = busy
  await write(db, 'First')
  await work(db, post.url, monday)
  await write(db, 'Second')
  await db
    .updateTable('job')
    .set({ run_at: later(40 * hour).getTime() })
    .where('attempts', '=', 1)
    .execute()
  post.answer = 'take'

  await work(db, post.url, later(36 * hour))
  expect(arrived(post)).toEqual([])
  await db.updateTable('job').set({ run_at: 0 }).where('attempts', '=', 0).execute()
  await work(db, post.url, later(36 * hour + 1))
  expect(arrived(post)).toEqual(['Second'])
})

test('a letter to someone who has been erased since is skipped', async ({ db }) => {
  const post = await startMailServer()
  await write(db, 'First')
  await db.updateTable('mail').set({ recipient: '' }).execute()

  expect(await work(db, post.url, monday)).toBe(1)
  expect(post.recipients).toEqual([])
  expect(await db.selectFrom('job').select(['done_at', 'error']).execute()).toEqual([
    { done_at: monday.getTime(), error: null },
  ])
})
