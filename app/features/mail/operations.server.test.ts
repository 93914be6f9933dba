import { expect } from 'vitest'
import type { Actor } from '#features/audit/actor.ts'
import { listEntries } from '#features/audit/queries.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { listMail } from './queries.server.ts'
import { removeUsedLink } from '#server/mail/mail-tokens.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { clearMail, queueLetter } from '#server/mail/mail.server.ts'
import { checkKeys, keysFromSecret } from '#server/config/site-keys.server.ts'
import { privateKinds } from '#routes/staff/letters/all-letters.ts'
import { monday, test } from '#test/harness/db.ts'
import { readLetter, readMailList, resendMail, resendMails } from './operations.server.ts'

const asha: Actor = { kind: 'staff', id: 'asha', role: 'admin', address: '192.0.2.1' }
const letter = { kind: 'staff.welcome', to: 'a@b.org', subject: 'Welcome', text: 'Hello', html: '<p>Hello' }
const token = 'a-_Z0'.repeat(8) + 'xyz'
const link = `https://iaps.example/admin/link/reset?token=${token}`
const withLink = {
  ...letter,
  kind: 'staff.reset',
  text: `Here:\n${link}\n`,
  html: `<a href="${link}">${link}</a>`,
}
const sending = { config: { smtpUrl: 'smtp://mail.example.org' }, isProved: true, privateKinds }
const reader = { config: {}, isProved: true, privateKinds }

test('a stored letter is sent again, which is recorded in the trail once', async ({ db }) => {
  const id = await queueLetter(db, letter, monday)
  await runDueJobs(db, { [sendMailJob]: async () => {} }, () => monday)

  expect(await resendMail(db, asha, id, monday)).toEqual({ ok: true })
  expect(await resendMail(db, asha, id, monday)).toEqual({ ok: false, reason: 'still-waiting' })
  expect(await resendMail(db, asha, 'none', monday)).toEqual({ ok: false, reason: 'not-found' })
  expect((await listEntries(db, asha, {}, 1)).entries).toMatchObject([
    { actor: 'staff:asha', action: 'mail.resent', subject: `mail:${id}` },
  ])
})

test('of several letters those that can be are sent again, each with its own entry', async ({ db }) => {
  const stored = [await queueLetter(db, letter, monday), await queueLetter(db, letter, monday)]
  await runDueJobs(db, { [sendMailJob]: async () => {} }, () => monday)
  const waiting = await queueLetter(db, letter, monday)

  expect(await resendMails(db, asha, [...stored, waiting, 'none'], monday)).toEqual({ resent: 2 })
  const { entries } = await listEntries(db, asha, {}, 1)
  expect(entries.map(({ subject }) => subject).toSorted()).toEqual(
    stored.map((id) => `mail:${id}`).toSorted(),
  )
})

test('a cleared letter is not sent again', async ({ db }) => {
  const id = await queueLetter(db, letter, monday)
  await runDueJobs(db, { [sendMailJob]: async () => {} }, () => monday)
  expect(await clearMail(db, monday)).toBe(1)

  expect(await resendMail(db, asha, id, monday)).toEqual({ ok: false, reason: 'cleared' })
})

test('if letters are sent, the link in one is hidden from readers here', async ({ db }) => {
  const id = await queueLetter(db, withLink, monday)

  const read = await readLetter(db, asha, id, sending, monday)

  expect(read).toMatchObject({ to: 'a@b.org', link: 'hidden' })
  expect(read?.text).toBe('Here:\nhttps://iaps.example/admin/link/reset?token=(hidden)\n')
  expect(JSON.stringify(read)).not.toContain(token)
  const [entry] = (await listEntries(db, asha, {}, 1)).entries
  expect(entry).toMatchObject({ action: 'mail.read', subject: `mail:${id}` })
  expect(entry?.details).toEqual({ address: '192.0.2.1' })
})

test('if letters are only stored, the office sees the link, and the audit trail records that', async ({
  db,
}) => {
  const id = await queueLetter(db, withLink, monday)

  const read = await readLetter(db, asha, id, reader, monday)

  expect(read).toMatchObject({ link: 'shown', text: withLink.text })
  const [entry] = (await listEntries(db, asha, {}, 1)).entries
  expect(entry?.details).toEqual({ address: '192.0.2.1', link: 'shown' })
})

test('a working link is shown only to someone who has just proved who they are', async ({ db }) => {
  const id = await queueLetter(db, withLink, monday)

  const read = await readLetter(db, asha, id, { ...reader, isProved: false }, monday)

  expect(read?.link).toBe('confirm-first')
  expect(JSON.stringify(read)).not.toContain(token)
  const [entry] = (await listEntries(db, asha, {}, 1)).entries
  expect(entry?.details).toEqual({ address: '192.0.2.1' })
})

test('the link to an unsubmitted form is shown to nobody', async ({ db }) => {
  const id = await queueLetter(db, { ...withLink, kind: 'form.resume' }, monday)

  const read = await readLetter(db, asha, id, reader, monday)

  expect(read?.link).toBe('private')
  expect(JSON.stringify(read)).not.toContain(token)
})

test('a sealed link is shown only if letters are stored and with the secret of the site', async ({ db }) => {
  const secret = 'the secret of this site, which no database holds'
  await checkKeys(db, keysFromSecret(secret), false, monday)
  const id = await queueLetter(db, withLink, monday)

  const showing = { config: { secret }, isProved: true, privateKinds }
  expect(await readLetter(db, asha, id, showing, monday)).toMatchObject({
    link: 'shown',
    text: withLink.text,
  })
  const others = [{ ...sending.config, secret }, {}, { secret: 'another secret, just as long as that' }]
  for (const config of others)
    expect(await readLetter(db, asha, id, { config, isProved: true, privateKinds }, monday)).toMatchObject({
      link: 'hidden',
      text: 'Here:\nhttps://iaps.example/admin/link/reset?token=(hidden)\n',
    })
  await db.updateTable('mail').set({ sent_at: monday.getTime(), sealed_links: null }).execute()
  expect(await readLetter(db, asha, id, showing, monday)).toMatchObject({ link: 'removed' })
})

test('a used link is removed from every stored letter', async ({ db }) => {
  const id = await queueLetter(db, withLink, monday)
  const other = await queueLetter(db, { ...withLink, to: 'c@d.org' }, monday)

  await removeUsedLink(db, 'a@b.org', token)

  expect(await readLetter(db, asha, id, reader, monday)).toMatchObject({ link: 'over' })
  const stored = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(stored.body_html).toContain('/admin/link/reset?over')
  expect(await readLetter(db, asha, other, reader, monday)).toMatchObject({ link: 'shown' })
})

test('a letter whose link was used or replaced is not sent again, nor is its choice offered', async ({
  db,
}) => {
  const id = await queueLetter(db, withLink, monday)
  await runDueJobs(db, { [sendMailJob]: async () => {} }, () => monday)
  expect((await listMail(db, 1)).mails).toMatchObject([{ id, canResend: true }])

  await removeUsedLink(db, 'a@b.org', token)

  expect(await resendMail(db, asha, id, monday)).toEqual({ ok: false, reason: 'link-expired' })
  expect((await listMail(db, 1)).mails).toMatchObject([{ id, canResend: false }])
})

test('a letter without a link reads as written, and one that does not exist leaves no entry', async ({
  db,
}) => {
  const id = await queueLetter(db, letter, monday)

  expect(await readLetter(db, asha, id, sending, monday)).toMatchObject({ link: 'none', text: 'Hello' })
  expect(await readLetter(db, asha, 'none', sending, monday)).toBeUndefined()
  expect((await listEntries(db, asha, {}, 1)).total).toBe(1)
})

test('reading the list of letters is recorded in the trail once', async ({ db }) => {
  await queueLetter(db, letter, monday)

  expect((await readMailList(db, asha, { page: 1 }, monday)).mails).toHaveLength(1)

  expect((await listEntries(db, asha, {}, 1)).entries).toMatchObject([
    { actor: 'staff:asha', action: 'mail-list.read', subject: 'mail', details: { page: 1, shown: 1 } },
  ])
})
