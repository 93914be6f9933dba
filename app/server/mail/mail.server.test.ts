import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { header, startMailServer } from '#test/harness/mail-server.ts'
import { takeForeign } from '#test/harness/outbound.ts'
import { mailConfigFor, sendDue } from '#test/makers/mail-config.ts'
import { listMail } from '#features/mail/queries.server.ts'
import { findMail } from './find-mail.server.ts'
import { queueLetter, requeueMail, sendMail } from './mail.server.ts'

const hour = 3_600_000
const letter = {
  kind: 'staff.welcome',
  to: 'asha@example.org',
  subject: 'Willkommen, Aśa',
  text: 'Hello Asha',
  html: '<p>Hello <b>Asha</b></p>',
}

test('a letter is sent once, to one person, and is marked as sent', async ({ db }) => {
  const server = await startMailServer()
  const id = await queueLetter(db, letter, monday)

  expect(await sendDue(db, mailConfigFor(server.url), monday)).toBe(1)
  expect(await sendDue(db, mailConfigFor(server.url), later(48 * hour))).toBe(0)

  expect(server.recipients).toEqual(['asha@example.org'])
  expect(server.received).toHaveLength(1)
  const { from, to, raw } = server.received[0]!
  expect({ from, to }).toEqual({ from: 'office@iaps.example', to: ['asha@example.org'] })
  expect(header(raw, 'From')).toBe('IAPS Office <office@iaps.example>')
  expect(header(raw, 'To')).toBe('asha@example.org')
  expect(header(raw, 'Subject')).toBe('=?UTF-8?Q?Willkommen=2C_A=C5=9Ba?=')
  expect(header(raw, 'Message-ID')).toBe(`<${id}@iaps.example>`)
  expect(header(raw, 'Date')).toBe('Mon, 02 Jan 1995 09:00:00 +0000')
  expect(header(raw, 'Auto-Submitted')).toBe('auto-generated')
  expect(raw).toContain('Hello Asha')
  expect(raw).toContain('<p>Hello <b>Asha</b></p>')
  expect((await listMail(db, 1)).mails).toMatchObject([{ id, state: 'sent', sentAt: monday, error: null }])
})

test('a letter of an operation that failed was never queued', async ({ db }) => {
  const operation = inTransaction(db, async (db) => {
    await queueLetter(db, letter, monday)
    throw new Error('refused')
  })

  await expect(operation).rejects.toThrow('refused')
  expect((await listMail(db, 1)).total).toBe(0)
  expect(await sendDue(db, {}, monday)).toBe(0)
})

test('a busy server is tried again, with the same Message-ID', async ({ db }) => {
  captureLog()
  const server = await startMailServer()
  server.answer = { code: 451, says: 'Try again later' }
  const id = await queueLetter(db, letter, monday)
  await sendDue(db, mailConfigFor(server.url), monday)
  const waiting = await findMail(db, id)
  expect(waiting).toMatchObject({ state: 'unsent', messageId: `<${id}@iaps.example>` })
  expect(waiting?.error).toContain('Try again later')

  server.answer = 'take'
  await sendDue(db, mailConfigFor(server.url), later(hour))
  expect(server.received.map(({ raw }) => header(raw, 'Message-ID'))).toEqual([`<${id}@iaps.example>`])
  expect(await findMail(db, id)).toMatchObject({ state: 'sent', error: null })
})

test('a refused letter is tried ten times over more than a day, then shown as failed', async ({ db }) => {
  const logged = captureLog()
  const server = await startMailServer()
  server.answer = { code: 450, says: 'No such person asha@example.org here' }
  const id = await queueLetter(db, letter, monday)
  let now = monday
  for (let time = 1; time <= 10; time++) {
    expect(await findMail(db, id)).toMatchObject({ state: 'unsent' })
    expect(await sendDue(db, mailConfigFor(server.url), now)).toBe(1)
    const job = await db.selectFrom('job').select(['run_at', 'failed_at']).executeTakeFirstOrThrow()
    if (time < 10) now = new Date(job.run_at)
  }

  expect(now.getTime() - monday.getTime()).toBeGreaterThan(24 * hour)
  expect(server.recipients).toHaveLength(10)
  expect(await sendDue(db, mailConfigFor(server.url), later(100 * hour))).toBe(0)
  const { mails } = await listMail(db, 1)
  expect(mails).toMatchObject([{ id, to: 'asha@example.org', state: 'failed' }])
  expect(mails[0]?.error).toContain('No such person')
  expect(logged).toHaveLength(10)
  expect(JSON.stringify(logged)).not.toContain('asha')
})

test('a failed letter can be sent again, but not while it waits nor after it was sent', async ({ db }) => {
  captureLog()
  const server = await startMailServer()
  const id = await queueLetter(db, letter, monday)
  expect(await requeueMail(db, id, monday)).toBe('still-waiting')
  await db.updateTable('job').set({ attempts: 9 }).execute()
  await sendDue(db, mailConfigFor('smtp://127.0.0.1:1'), monday)
  expect(await findMail(db, id)).toMatchObject({ state: 'failed' })

  expect(await requeueMail(db, id, monday)).toBe('queued')
  expect(await findMail(db, id)).toMatchObject({ state: 'unsent', error: null })
  await sendDue(db, mailConfigFor(server.url), monday)

  expect(server.received).toHaveLength(1)
  expect(await requeueMail(db, id, monday)).toBe('already-sent')
  expect(await requeueMail(db, 'none', monday)).toBe('not-found')
})

test('without a mail server the letter is stored and can be read, and sent once there is one', async ({
  db,
}) => {
  const id = await queueLetter(db, letter, monday)
  expect(await sendDue(db, {}, monday)).toBe(1)
  expect(await findMail(db, id)).toMatchObject({
    state: 'unsent',
    error: null,
    text: 'Hello Asha',
    html: letter.html,
  })
  expect(await sendDue(db, {}, later(48 * hour))).toBe(0)

  const server = await startMailServer()
  await requeueMail(db, id, monday)
  await sendDue(db, mailConfigFor(server.url), monday)
  expect(server.received).toHaveLength(1)
})

test('a server that is closed, silent, or without TLS leaves the letter waiting', async ({ db }) => {
  captureLog()
  const plain = await startMailServer()
  const silent = await startSilentServer()
  const addresses = [
    'smtp://127.0.0.1:1',
    silent,
    `smtps://127.0.0.1:${plain.port}`,
    'smtp://nowhere.invalid',
  ]
  for (const url of addresses) {
    const id = await queueLetter(db, letter, monday)
    const begin = performance.now()
    await expect(sendMail(db, { ...mailConfigFor(url), timeoutMs: 300 }, id, monday), url).rejects.toThrow(
      'The mail server did not accept the email',
    )
    expect(performance.now() - begin).toBeLessThan(5000)
    const mail = await findMail(db, id)
    expect(mail).toMatchObject({ state: 'unsent' })
    expect(mail?.error).toBeTruthy()
  }
  expect(plain.received).toEqual([])
})

test('a remote server without encryption gets a letter only if that is allowed', async ({ db }) => {
  captureLog()
  const server = await startMailServer()
  // Another name of this machine, which the site does not recognise.
  const office = mailConfigFor(`smtp://[::ffff:127.0.0.1]:${server.port}`)
  const id = await queueLetter(db, letter, monday)
  await expect(sendMail(db, office, id, monday)).rejects.toThrow('did not accept the email')
  expect(server.recipients).toEqual([])

  await sendMail(db, { ...office, mayMailBePlain: true }, id, monday)
  expect(server.received).toHaveLength(1)
  expect(takeForeign()).toHaveLength(2)
})

test('a server that accepts a letter and then disconnects gets it once more, with the same Message-ID', async ({
  db,
}) => {
  captureLog()
  const server = await startMailServer()
  server.answer = 'drop'
  await queueLetter(db, letter, monday)
  await sendDue(db, mailConfigFor(server.url), monday)
  server.answer = 'take'
  await sendDue(db, mailConfigFor(server.url), later(hour))
  await sendDue(db, mailConfigFor(server.url), later(48 * hour))

  expect(server.received).toHaveLength(2)
  expect(new Set(server.received.map(({ raw }) => header(raw, 'Message-ID'))).size).toBe(1)
})

test('a process that ends between sending and recording sends it once more, with the same Message-ID', async ({
  db,
}) => {
  const server = await startMailServer()
  const id = await queueLetter(db, letter, monday)
  const ended = inTransaction(db, async (db) => {
    await sendMail(db, mailConfigFor(server.url), id, monday)
    throw new Error('killed')
  })
  await expect(ended).rejects.toThrow('killed')
  await sendDue(db, mailConfigFor(server.url), monday)

  expect(server.received).toHaveLength(2)
  expect(new Set(server.received.map(({ raw }) => header(raw, 'Message-ID'))).size).toBe(1)
})

test('an address that is more than one address is refused, and nothing is queued', async ({ db }) => {
  for (const to of ['a@b.org,c@d.org', 'a@b.org\r\nRCPT TO:<c@d.org>', 'x: a@b.org;', '"a@c.org"@b.org', ''])
    await expect(queueLetter(db, { ...letter, to }, monday)).rejects.toThrow('no usable address')
  expect((await listMail(db, 1)).total).toBe(0)
})

test('line breaks in typed text add no header and no recipient', async ({ db }) => {
  const server = await startMailServer()
  const nasty = 'Hi\r\nBcc: c@d.org\r\n\r\n.\r\nRCPT TO:<c@d.org>\0\u2028'
  await queueLetter(db, { ...letter, subject: nasty, text: nasty, html: nasty }, monday)
  await sendDue(db, mailConfigFor(server.url), monday)

  expect(server.recipients).toEqual(['asha@example.org'])
  expect(server.received).toHaveLength(1)
  const { to, raw } = server.received[0]!
  expect(to).toEqual(['asha@example.org'])
  expect(header(raw, 'Bcc')).toBeUndefined()
  expect(header(raw, 'Subject')).toBe('Hi Bcc: c@d.org . RCPT TO:<c@d.org>')
})

test('without a sender nothing is sent, and the reason can be read', async ({ db }) => {
  const server = await startMailServer()
  const id = await queueLetter(db, letter, monday)

  await expect(sendMail(db, { smtpUrl: server.url }, id, monday, true)).rejects.toThrow('MAIL_FROM')
  expect(await findMail(db, id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('MAIL_FROM'),
  })
  expect(server.received).toEqual([])
})

test('letters are listed by page, newest first', async ({ db }) => {
  for (let time = 0; time < 51; time++)
    await queueLetter(db, { ...letter, subject: `No ${time}` }, later(time))

  expect(await listMail(db, 1)).toMatchObject({ total: 51, page: 1, pages: 2 })
  expect((await listMail(db, 1)).mails[0]?.subject).toBe('No 50')
  expect((await listMail(db, 2)).mails.map((mail) => mail.subject)).toEqual(['No 0'])
})

function later(ms: number) {
  return new Date(monday.getTime() + ms)
}

/** Accepts a connection and says nothing. */
async function startSilentServer(): Promise<string> {
  const server = createServer(() => undefined)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}
