import { expect } from 'vitest'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { startMailServer } from '#test/harness/mail-server.ts'
import { mailConfigFor, sendDue } from '#test/makers/mail-config.ts'
import { endMailHold, holdMail } from './mail-hold.server.ts'
import { listMail } from '#features/mail/queries.server.ts'
import { findMail } from './find-mail.server.ts'
import { queueLetter, requeueMail } from './mail.server.ts'
import { sendStoredLetters } from './stored-letters.server.ts'

const hour = 3_600_000
const letter = {
  kind: 'staff.welcome',
  to: 'asha@example.org',
  subject: 'Welcome',
  text: 'Hello Asha',
  html: '<p>Hello Asha</p>',
}

test('a letter that the server permanently refuses ends at once, as bounced, and can be sent again', async ({
  db,
}) => {
  captureLog()
  const server = await startMailServer()
  server.answer = { code: 550, says: 'No such person asha@example.org here' }
  const id = await queueLetter(db, letter, monday)
  expect(await sendDue(db, mailConfigFor(server.url), monday)).toBe(1)

  expect(await findMail(db, id)).toMatchObject({ state: 'bounced', bouncedAt: monday.getTime() })
  expect((await listMail(db, 1)).mails[0]?.error).toContain('No such person')
  expect(await sendDue(db, mailConfigFor(server.url), later(100 * hour))).toBe(0)
  server.answer = 'take'
  expect(await requeueMail(db, id, later(hour))).toBe('queued')
  await sendDue(db, mailConfigFor(server.url), later(hour))
  expect(await findMail(db, id)).toMatchObject({ state: 'sent' })
})

test('letters from before a mail server was set are sent once it is, in their order', async ({ db }) => {
  for (const at of [0, 1, 2]) await queueLetter(db, { ...letter, to: `p${at}@example.org` }, later(at * hour))
  await sendDue(db, {}, later(3 * hour))
  expect(await sendStoredLetters(db, {}, later(4 * hour))).toBe(0)
  const server = await startMailServer()
  const office = mailConfigFor(server.url)

  expect(await sendStoredLetters(db, office, later(5 * hour))).toBe(3)
  expect(await sendStoredLetters(db, office, later(5 * hour))).toBe(0)
  await sendDue(db, office, later(5 * hour))
  expect(server.recipients).toEqual(['p0@example.org', 'p1@example.org', 'p2@example.org'])
})

test('a restored site does not send what the original may have sent', async ({ db }) => {
  await queueLetter(db, letter, monday)
  await sendDue(db, {}, monday)
  await holdMail(db, later(hour))
  const office = { smtpUrl: 'smtp://localhost:1' }
  expect(await sendStoredLetters(db, office, later(hour))).toBe(0)
  await endMailHold(db)
  expect(await sendStoredLetters(db, office, later(hour))).toBe(0)
})

function later(ms: number) {
  return new Date(monday.getTime() + ms)
}
