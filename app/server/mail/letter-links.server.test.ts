import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { startMailServer } from '#test/harness/mail-server.ts'
import { removeExpiredLinks, removeUsedLink } from './mail-tokens.server.ts'
import { listMail } from '#features/mail/queries.server.ts'
import { findMail } from './find-mail.server.ts'
import { queueLetter, requeueMail, sendMail } from './mail.server.ts'
import { markBounced } from './mail-bounces.server.ts'
import { sealLetters } from './seal-letters.server.ts'
import { checkKeys, keysFromSecret } from '#server/config/site-keys.server.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'

/** Finding 7: a copy of the database contains no working link. */

const secret = 'the secret of this site, which no database holds'
const [confirm, leave] = [newToken(), newToken()]
const letter = {
  kind: 'newsletter.confirm',
  to: 'asha@example.org',
  subject: 'Your newsletter',
  text: `Confirm:\nhttps://iaps.example/newsletter/confirm?token=${confirm}\n\nLeave: https://iaps.example/newsletter/leave?token=${leave}`,
  html: `<a href="https://iaps.example/newsletter/confirm?token=${confirm}">Confirm</a>`,
  unsubscribeUrl: `https://iaps.example/newsletter/leave?token=${leave}`,
}

test('no working link is in the database, and each arrives as written', async ({ db }) => {
  const server = await startMailServer()
  await openKeys(db)
  const id = await queueLetter(db, letter, monday)
  expect(await holdsTokens(db)).toBe(false)
  expect((await findMail(db, id))?.sealedLinks).toMatch(/^[\w-]{100,}$/)

  await sendMail(db, officeAt(server.url), id, monday)

  const raw = server.received[0]?.raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
  expect(raw).toContain(`confirm?token=${confirm}`)
  expect(raw).toContain(`leave?token=${leave}>`)
  expect(raw).toContain(`<a href="https://iaps.example/newsletter/confirm?token=${confirm}">`)
  expect(raw).not.toContain('sealed=')
  expect(await findMail(db, id)).toMatchObject({ state: 'sent', sealedLinks: null })
  expect(await holdsTokens(db)).toBe(false)
})

test('a letter that the mail server refused keeps its link for the next try', async ({ db }) => {
  captureLog()
  const server = await startMailServer()
  server.answer = { code: 451, says: 'later' }
  await openKeys(db)
  const id = await queueLetter(db, letter, monday)
  await expect(sendMail(db, officeAt(server.url), id, monday, true)).rejects.toThrow('did not accept')
  await db.deleteFrom('job').execute()
  server.answer = 'take'

  expect(await requeueMail(db, id, monday)).toBe('queued')
  await sendMail(db, officeAt(server.url), id, monday)
  expect(server.received[0]?.raw.replaceAll(/=\r\n/g, '')).toContain(confirm)
})

test('a bounced letter is not sent again without its link', async ({ db }) => {
  const server = await startMailServer()
  await openKeys(db)
  const withLink = await queueLetter(db, letter, monday)
  const plain = await queueLetter(
    db,
    { ...letter, text: 'Hello', html: '', unsubscribeUrl: undefined },
    monday,
  )
  for (const id of [withLink, plain]) {
    await sendMail(db, officeAt(server.url), id, monday)
    await markBounced(db, id, 'The mailbox is full.', monday)
  }
  await db.deleteFrom('job').execute()

  const { mails } = await listMail(db, 1)
  const sendable = mails.filter(({ canResend }) => canResend)
  expect(sendable.map(({ id }) => id)).toEqual([plain])
  expect(await requeueMail(db, withLink, monday)).toBe('link-removed')
  expect(await requeueMail(db, plain, monday)).toBe('queued')
})

test('neither another secret nor another recipient opens a link', async ({ db }) => {
  captureLog()
  const server = await startMailServer()
  await openKeys(db)
  const id = await queueLetter(db, letter, monday)
  const other = { ...officeAt(server.url), secret: 'the secret of another site, just as long' }
  await expect(sendMail(db, other, id, monday, true)).rejects.toThrow('encrypted with another SECRET')
  expect((await findMail(db, id))?.error).toMatch(/^The link in this email was encrypted with another SECRET/)

  await db.updateTable('mail').set({ recipient: 'thief@example.org' }).execute()
  await expect(sendMail(db, officeAt(server.url), id, monday)).rejects.toThrow(
    'encrypted with another SECRET',
  )
  expect(server.received).toEqual([])
})

test('a used or expired link is marked so in the letter', async ({ db }) => {
  await openKeys(db)
  const id = await queueLetter(db, letter, monday)
  await removeUsedLink(db, letter.to, confirm)
  expect((await findMail(db, id))?.text).toMatch(/confirm\?over\n.*leave\?sealed=/s)

  const requested: string[] = []
  await removeExpiredLinks(db, 'newsletter', async (hashes) => {
    requested.push(...hashes)
    return new Set()
  })
  expect(requested).toEqual([hashToken(leave)])
  expect(await findMail(db, id)).toMatchObject({
    text: expect.stringMatching(/leave\?over$/),
    unsubscribeUrl: 'https://iaps.example/newsletter/leave?over',
  })
})

test('the first start with a key seals earlier letters, and removes the links from sent ones', async ({
  db,
}) => {
  const server = await startMailServer()
  const waiting = await queueLetter(db, letter, monday)
  const sent = await queueLetter(db, letter, monday)
  await db.updateTable('mail').set({ sent_at: monday.getTime() }).where('id', '=', sent).execute()
  for (let more = 0; more < 210; more++)
    await queueLetter(db, { ...letter, to: `${more}@example.org` }, monday)
  expect(await holdsTokens(db)).toBe(true)

  expect(await openKeys(db)).toContain('LETTERS')
  expect(await sealLetters(db)).toBe(212)
  expect(await holdsTokens(db)).toBe(false)
  expect(await sealLetters(db)).toBe(0)
  expect((await findMail(db, sent))?.sealedLinks).toBeNull()
  await sendMail(db, officeAt(server.url), waiting, monday)
  expect(server.received[0]?.raw.replaceAll(/=\r\n/g, '')).toContain(confirm)
  expect(await openKeys(db)).toEqual([])
})

function openKeys(db: Db) {
  return checkKeys(db, keysFromSecret(secret), false, monday)
}

function officeAt(smtpUrl: string) {
  return { smtpUrl, mailFrom: 'office@iaps.example', timeoutMs: 5000, secret }
}

async function holdsTokens(db: Db): Promise<boolean> {
  const all = JSON.stringify([
    await db.selectFrom('mail').selectAll().execute(),
    await db.selectFrom('job').selectAll().execute(),
  ])
  return [confirm, leave].some((token) => all.includes(token))
}
