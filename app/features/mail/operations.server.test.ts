import { expect } from 'vitest'
import type { Actor } from '#features/audit/actor.ts'
import { listEntries } from '#features/audit/queries.server.ts'
import { runDueJobs } from '#server/jobs.server.ts'
import { queueLetter, sendMailJob } from '#server/mail.server.ts'
import { monday, test } from '#test/db.ts'
import { resendMail, resendMails } from './operations.server.ts'

const asha: Actor = { kind: 'staff', id: 'asha', role: 'admin', address: '192.0.2.1' }

test('a letter that was kept is sent again, which stands in the trail once', async ({ db }) => {
  const letter = { kind: 'staff.welcome', to: 'a@b.org', subject: 'Welcome', text: 'Hello', html: '<p>Hello' }
  const id = await queueLetter(db, letter, monday)
  await runDueJobs(db, { [sendMailJob]: async () => {} }, () => monday)

  expect(await resendMail(db, asha, id, monday)).toEqual({ ok: true })
  expect(await resendMail(db, asha, id, monday)).toEqual({ ok: false, reason: 'still-waiting' })
  expect(await resendMail(db, asha, 'none', monday)).toEqual({ ok: false, reason: 'not-found' })
  expect((await listEntries(db, asha, {}, 1)).entries).toMatchObject([
    { actor: 'staff:asha', action: 'mail.resent', subject: `mail:${id}` },
  ])
})

test('of several letters those are sent again that can be, each with an entry of its own', async ({ db }) => {
  const letter = { kind: 'staff.welcome', to: 'a@b.org', subject: 'Welcome', text: 'Hello', html: '<p>Hello' }
  const kept = [await queueLetter(db, letter, monday), await queueLetter(db, letter, monday)]
  await runDueJobs(db, { [sendMailJob]: async () => {} }, () => monday)
  const waiting = await queueLetter(db, letter, monday)

  expect(await resendMails(db, asha, [...kept, waiting, 'none'], monday)).toEqual({ resent: 2 })
  const { entries } = await listEntries(db, asha, {}, 1)
  expect(entries.map(({ subject }) => subject).toSorted()).toEqual(kept.map((id) => `mail:${id}`).toSorted())
})
