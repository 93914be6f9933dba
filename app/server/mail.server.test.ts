import { expect } from 'vitest'
import { monday, test } from '#test/db.ts'
import { queueLetter } from './mail.server.ts'

test('a queued letter is kept with the job that sends it', async ({ db }) => {
  const letter = { kind: 'staff.welcome', to: 'a@b.org', subject: 'Welcome', text: 'Hello', html: '<p>Hello' }
  const id = await queueLetter(db, letter, monday)

  expect(await db.selectFrom('mail').select(['id', 'recipient']).execute()).toEqual([
    { id, recipient: 'a@b.org' },
  ])
  expect(await db.selectFrom('job').select(['kind', 'payload']).execute()).toEqual([
    { kind: 'mail.send', payload: JSON.stringify({ mailId: id }) },
  ])
})
