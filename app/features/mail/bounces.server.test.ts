import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { readCaseDesk } from '#features/casework/desk.server.ts'
import { countOtherBounces } from '#features/casework/list-queries.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { listMail } from './queries.server.ts'
import { findMail } from '#server/mail/find-mail.server.ts'
import { queueLetter, sendMail } from '#server/mail/mail.server.ts'
import { failureReports, noReports, otherReports } from '#test/makers/bounce-messages.ts'
import { makeCase, makeCaseworker } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { header, startMailServer } from '#test/harness/mail-server.ts'
import { listActions } from '#test/makers/staff.ts'
import { noteBounce, readBounces, takeBackBounce } from './bounces.server.ts'
import { resendMail } from './operations.server.ts'

const asha = { kind: 'staff', id: 'asha', role: 'admin', address: '192.0.2.1' } as const
const letter = { kind: 'case.status', subject: 'Welcome', text: 'Hello', html: '<p>Hello' }
const later = (hours: number) => new Date(monday.getTime() + hours * 3_600_000)

async function postTo(db: Db, to: string, url: string, now = monday) {
  const id = await queueLetter(db, { ...letter, to }, now)
  await work(db, url, now)
  const { messageId } = (await findMail(db, id))!
  return { id, to, messageId }
}

function work(db: Db, smtpUrl: string, now: Date) {
  const office = { smtpUrl, mailFrom: 'office@iaps.example', bounceTo: 'bounces@iaps.example' }
  const send = ({ mailId }: { mailId: string }) => sendMail(db, office, mailId, now)
  return runDueJobs(db, { [sendMailJob]: send }, () => now)
}

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'bounces-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['new', 'cur']) await mkdir(join(folder, name))
  return folder
}

const stateOf = async (db: Db, id: string) => (await findMail(db, id))?.state

test('staff record that a letter bounced, and undo it', async ({ db }) => {
  const post = await startMailServer()
  const { id } = await postTo(db, 'tara@example.org', post.url)

  expect(await noteBounce(db, asha, id, 'Nobody\nthere', later(1))).toMatchObject({ ok: true })
  expect((await listMail(db, 1, 'bounced')).mails).toMatchObject([
    { id, state: 'bounced', error: 'Nobody there', canResend: true },
  ])
  expect((await listMail(db, 1, 'sent')).total).toBe(0)
  expect(await noteBounce(db, asha, id, 'Again', later(2))).toEqual({ ok: false, reason: 'already-noted' })
  expect(await takeBackBounce(db, asha, { id }, later(3))).toEqual({ ok: true, before: 'Nobody there' })
  expect(await takeBackBounce(db, asha, { id }, later(3))).toEqual({ ok: false, reason: 'not-noted' })
  expect(await stateOf(db, id)).toBe('sent')
  expect(await listActions(db)).toEqual(['mail.bounced', 'mail.bounce-taken-back'])
})

test('removing a bounce returns the note that a colleague recorded in between', async ({ db }) => {
  const post = await startMailServer()
  const { id } = await postTo(db, 'tara@example.org', post.url)
  const ben = { ...asha, id: 'ben' }
  await noteBounce(db, asha, id, 'Mailbox full', later(1))
  expect(await takeBackBounce(db, ben, { id }, later(2))).toMatchObject({ before: 'Mailbox full' })
  await noteBounce(db, ben, id, 'No such mailbox', later(3))

  expect(await takeBackBounce(db, asha, { id }, later(4))).toEqual({ ok: true, before: 'No such mailbox' })
  await noteBounce(db, asha, id, '', later(5))
  expect(await takeBackBounce(db, asha, { id }, later(6))).toEqual({ ok: true, before: '' })
})

test('Undo of a bounce is refused once someone else has recorded another', async ({ db }) => {
  const post = await startMailServer()
  const { id } = await postTo(db, 'tara@example.org', post.url)
  const ben = { ...asha, id: 'ben' }
  const mine = await noteBounce(db, asha, id, 'Mailbox full', later(1))
  await takeBackBounce(db, ben, { id }, later(2))
  const theirs = await noteBounce(db, ben, id, 'No such mailbox', later(3))
  if (!mine.ok || !theirs.ok) throw new Error('No bounce was recorded.')
  const undo = ({ shownHash }: typeof mine) => takeBackBounce(db, asha, { id, shownHash }, later(4))

  expect(await undo(mine)).toEqual({ ok: false, reason: 'conflict' })
  expect(await stateOf(db, id)).toBe('bounced')
  expect(await undo(theirs)).toEqual({ ok: true, before: 'No such mailbox' })
})

test('an unsent letter cannot have bounced', async ({ db }) => {
  const id = await queueLetter(db, { ...letter, to: 'a@example.org' }, monday)

  expect(await noteBounce(db, asha, id, 'Gone', monday)).toEqual({ ok: false, reason: 'not-sent' })
  expect(await noteBounce(db, asha, 'none', 'Gone', monday)).toEqual({ ok: false, reason: 'not-found' })
  expect(await takeBackBounce(db, asha, { id: 'none' }, monday)).toEqual({ ok: false, reason: 'not-found' })
})

test('a bounced letter can be sent again, with the same Message-ID', async ({ db }) => {
  const post = await startMailServer()
  const { id, messageId } = await postTo(db, 'tara@example.org', post.url)
  await noteBounce(db, asha, id, 'Mailbox full', monday)

  expect(await resendMail(db, asha, id, later(1))).toEqual({ ok: true })
  await work(db, post.url, later(1))

  expect(post.received.map(({ raw }) => header(raw, 'Message-ID'))).toEqual([messageId, messageId])
  expect(post.received[0]?.from).toBe('bounces@iaps.example')
  expect(await stateOf(db, id)).toBe('sent')
})

test.for(Object.entries(failureReports))('a report %s is read once', async ([, make], { db }) => {
  captureLog()
  const post = await startMailServer()
  const sent = await postTo(db, 'tara@example.org', post.url)
  const other = await postTo(db, 'ben@example.org', post.url)
  const folder = await makeFolder()
  const { raw, said } = make(sent)
  await writeFile(join(folder, 'new', '1.M1P1.mx'), raw)
  await writeFile(join(folder, 'cur', '2.M2P2.mx:2,S'), raw)

  await readBounces(db, folder, later(1))
  await readBounces(db, folder, later(2))

  const mail = await findMail(db, sent.id)
  expect(mail).toMatchObject({ state: 'bounced', bouncedAt: later(1).getTime() })
  expect(mail?.bounceNote).toContain(said)
  expect(await stateOf(db, other.id)).toBe('sent')
  expect(await readdir(join(folder, 'done'))).toHaveLength(2)
  expect(await readdir(join(folder, 'new'))).toEqual([])
  expect(await listActions(db)).toEqual(['mail.bounced'])
})

test('reports of a delay or of success change nothing and count as read', async ({ db }) => {
  captureLog()
  const post = await startMailServer()
  const sent = await postTo(db, 'tara@example.org', post.url)
  const folder = await makeFolder()
  for (const [at, make] of Object.values(otherReports).entries())
    await writeFile(join(folder, 'new', `${at}`), make(sent))

  await readBounces(db, folder, later(1))

  expect(await stateOf(db, sent.id)).toBe('sent')
  expect(await readdir(join(folder, 'done'))).toHaveLength(2)
})

test('what is not a report, or is about no letter of ours, is set aside and changes nothing', async ({
  db,
}) => {
  const logged = captureLog()
  const post = await startMailServer()
  const sent = await postTo(db, 'tara@example.org', post.url)
  const folder = await makeFolder()
  const stranger = { to: sent.to, messageId: '<somebody-elses@example.net>' }
  const texts = [
    ...Object.values(noReports).map((make) => make(sent)),
    ...Object.values(failureReports).map((make) => make(stranger).raw),
  ]
  for (const [at, text] of texts.entries()) await writeFile(join(folder, 'new', `${at}`), text)
  await symlink('/etc/hostname', join(folder, 'new', 'link'))

  await readBounces(db, folder, later(1))

  expect(await stateOf(db, sent.id)).toBe('sent')
  expect(await readdir(join(folder, 'unreadable'))).toHaveLength(texts.length)
  expect(await readdir(join(folder, 'new'))).toEqual(['link'])
  expect(logged).toMatchObject([{ event: 'bounces.read', done: 0, unreadable: texts.length }])
  expect(JSON.stringify(logged)).not.toContain('tara')
})

test('only the start of a report of many megabytes is read, and hostile ones are fast', async ({ db }) => {
  captureLog()
  const post = await startMailServer()
  const sent = await postTo(db, 'tara@example.org', post.url)
  const folder = await makeFolder()
  const { raw } = failureReports['with the whole letter']!(sent)
  await writeFile(join(folder, 'new', '1'), raw + 'x'.repeat(5_000_000))
  await writeFile(
    join(folder, 'new', '2'),
    'Content-Type: multipart/mixed; boundary=a\n\n' + '--a\n'.repeat(200_000),
  )
  await writeFile(join(folder, 'new', '3'), 'A: b\n '.repeat(150_000))
  const nested = 'Content-Type: multipart/mixed; boundary=a\n\n--a\n'.repeat(20_000)
  await writeFile(join(folder, 'new', '4'), nested)

  const begin = process.cpuUsage().user
  await readBounces(db, folder, later(1))

  expect((process.cpuUsage().user - begin) / 1000).toBeLessThan(3000)
  expect(await stateOf(db, sent.id)).toBe('bounced')
})

test('read reports are removed after thirty days', async ({ db }) => {
  const folder = await makeFolder()
  await readBounces(db, folder, monday)
  for (const [name, days] of [
    ['old', 31],
    ['new', 29],
  ] as const) {
    await writeFile(join(folder, 'done', name), '')
    const at = monday.getTime() / 1000 - days * 86_400
    await utimes(join(folder, 'done', name), at, at)
  }

  await readBounces(db, folder, monday)

  expect(await readdir(join(folder, 'done'))).toEqual(['new'])
})

test('the dashboard names an open case with a bounced letter, until something reaches that address', async ({
  db,
}) => {
  const post = await startMailServer()
  const reference = await makeCase(db, monday)
  const { id: caseId } = await db.selectFrom('dossier').select('id').executeTakeFirstOrThrow()
  const about = await queueLetter(db, { ...letter, to: 'tara@example.org', aboutId: caseId }, monday)
  await work(db, post.url, monday)
  const { id: other } = await postTo(db, 'ben@example.org', post.url)
  const editor = await makeCaseworker(db, monday)
  const unreached = async (now: Date) =>
    (await readCaseDesk(db, editor, now)).unreached.lines.map((line) => line.reference)

  await noteBounce(db, asha, about, 'Gone', later(1))
  await noteBounce(db, asha, other, 'Gone', later(1))
  expect(await unreached(later(2))).toEqual([reference])
  expect(await countOtherBounces(db, later(2))).toBe(1)

  await postTo(db, 'tara@example.org', post.url, later(3))
  expect(await unreached(later(4))).toEqual([])
  expect(await countOtherBounces(db, later(4))).toBe(1)
  expect(await countOtherBounces(db, later(31 * 24))).toBe(0)
})
