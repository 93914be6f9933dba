import { expect } from 'vitest'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { header, startMailServer } from '#test/harness/mail-server.ts'
import { lettersSecret, sealAsSite } from '#test/makers/letters.ts'
import { mailConfigFor as configFor, sendDue } from '#test/makers/mail-config.ts'
import { listMail } from '#features/mail/queries.server.ts'
import { dropExpired, queueLetter, requeueMail } from './mail.server.ts'

const minute = 60_000
const later = (minutes: number) => new Date(monday.getTime() + minutes * minute)
const mailConfigFor = (url: string) => ({ ...configFor(url), secret: lettersSecret })
const code = 'ABCD-EFGH'
const letter = {
  kind: 'own-page.code',
  to: 'asha@example.org',
  subject: 'Your code',
  text: `Hello ${code}`,
  html: `<p>${code}`,
  code,
  expiresAt: later(10),
}

test('a code that waited until it expired is not sent, and its letter is removed', async ({ db }) => {
  captureLog()
  await sealAsSite(db, monday)
  await queueLetter(db, letter, monday)
  await sendDue(db, mailConfigFor('smtp://127.0.0.1:1'), monday)
  expect((await listMail(db, 1)).mails).toMatchObject([{ state: 'unsent', to: letter.to }])

  const server = await startMailServer()
  expect(await sendDue(db, mailConfigFor(server.url), later(10))).toBe(1)
  expect(server.received).toEqual([])
  expect(await listMail(db, 1)).toMatchObject({ total: 0 })
})

test('a code that did not wait that long is sent when the mail server is back', async ({ db }) => {
  captureLog()
  const server = await startMailServer()
  server.answer = { code: 451, says: 'Try again later' }
  await queueLetter(db, letter, monday)
  await sendDue(db, mailConfigFor(server.url), monday)
  server.answer = 'take'
  await sendDue(db, mailConfigFor(server.url), later(9))

  expect(server.received).toHaveLength(1)
  await dropExpired(db, later(11))
  expect((await listMail(db, 1)).mails, 'that it was sent stays').toMatchObject([{ state: 'sent' }])
})

test('an expired code that came back is not sent again, and nothing stores it', async ({ db }) => {
  captureLog()
  await sealAsSite(db, monday)
  const server = await startMailServer()
  server.answer = { code: 550, says: 'No such mailbox' }
  const id = await queueLetter(db, letter, monday)
  await sendDue(db, mailConfigFor(server.url), monday)
  expect((await listMail(db, 1)).mails).toMatchObject([{ state: 'bounced', canResend: true }])

  expect(await requeueMail(db, id, later(10))).toBe('link-expired')
  await dropExpired(db, later(10))
  expect((await listMail(db, 1)).mails).toMatchObject([{ state: 'bounced', canResend: false }])
  const sealed = await db.selectFrom('mail').select('sealed_links').executeTakeFirst()
  expect(sealed).toEqual({ sealed_links: null })
})

test('a code waits for no older letter to the same address, and none waits for it', async ({ db }) => {
  captureLog()
  const server = await startMailServer()
  server.answer = { code: 451, says: 'Try again later' }
  const { code: _, expiresAt: __, ...ordinary } = letter
  await queueLetter(db, { ...ordinary, kind: 'case.status', subject: 'First' }, monday)
  await sendDue(db, mailConfigFor(server.url), monday)
  server.answer = 'take'
  await queueLetter(db, letter, later(0.1))
  await sendDue(db, mailConfigFor(server.url), later(0.2))

  expect(server.received.map(({ raw }) => header(raw, 'Subject'))).toEqual(['Your code'])
})
