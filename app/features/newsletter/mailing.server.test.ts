import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import type { RichText } from '#features/content/text/document.ts'
import { noteBounce } from '#features/mail/bounces.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { sendMail } from '#server/mail/mail.server.ts'
import { makeOffice } from '#test/makers/content.ts'
import { monday, sharedTest, test } from '#test/harness/db.ts'
import { header, startMailServer } from '#test/harness/mail-server.ts'
import { addSubscribers, makeIssue } from '#test/makers/newsletters.ts'
import { passerBy } from '#test/makers/cases.ts'
import { runOther } from '#test/harness/processes.ts'
import { inShortOnlyOn } from '#test/harness/scale.ts'
import { listActions, listLetters } from '#test/makers/staff.ts'
import { readMailing } from './mailing-queries.server.ts'
import { sendNextLetters, startMailing, stopMailing, type MailingStep } from './mailing.server.ts'
import { mailingJob } from './jobs.ts'
import { findByLink, leaveNewsletter, removeSubscribers } from './operations.server.ts'

const origin = 'https://iaps.example'
const minute = (count: number) => new Date(monday.getTime() + count * 61_000)

type Admin = StaffActor

async function makeAdmin(db: Db): Promise<Admin> {
  return (await makeOffice(db, monday)).admin
}

/** Writes the letters of this many minutes. */
async function write(db: Db, minutes = 10, first = 0) {
  for (let at = first; at < first + minutes; at++) {
    const some = (step: MailingStep) => sendNextLetters(db, origin, step, minute(at))
    await runDueJobs(db, { [mailingJob]: some }, () => minute(at))
  }
}

function send(db: Db, smtpUrl: string, now = minute(60)) {
  const office = { smtpUrl, mailFrom: 'office@iaps.example' }
  const one = ({ mailId }: { mailId: string }) => sendMail(db, office, mailId, now)
  return runDueJobs(db, { [sendMailJob]: one }, () => now)
}

const issueLetters = async (db: Db) =>
  (await listLetters(db)).filter(({ kind }) => kind === 'newsletter.issue')

test(
  'an issue is sent once to each confirmed subscriber, a hundred a minute, with an unsubscribe link',
  inShortOnlyOn('sqlite'),
  async ({ db }) => {
    const admin = await makeAdmin(db)
    const post = await startMailServer()
    const addresses = await addSubscribers(db, 120, monday)
    const unconfirmed = { id: 'u', email: 'unsure@example.org', source: 'page' as const, asked_at: 1 }
    await db.insertInto('subscriber').values(unconfirmed).execute()
    const { id, version, title } = await makeIssue(db, admin, monday)

    expect(await startMailing(db, admin, id, version, monday)).toEqual({ ok: true })
    await write(db, 1)
    expect(await issueLetters(db)).toHaveLength(100)
    expect(await readMailing(db, id, monday)).toMatchObject({
      waiting: 20,
      letters: { written: 100, sent: 0 },
    })
    await write(db, 5, 1)
    await send(db, post.url)

    expect(post.recipients.toSorted()).toEqual(addresses.toSorted())
    expect(await readMailing(db, id, monday)).toMatchObject({
      waiting: 0,
      leftOut: 0,
      last: { endedAt: minute(1).getTime(), stoppedAt: null },
      letters: { written: 120, sent: 120, failed: 0, bounced: 0 },
    })
    const { raw } = post.received[0]!
    const address = header(raw, 'List-Unsubscribe')
    expect(address).toMatch(/^<https:\/\/iaps\.example\/newsletter\/leave\?token=[\w-]{43}>$/)
    expect(header(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const letter = (await issueLetters(db))[0]
    expect(letter?.subject).toContain(title)
    expect(letter?.body_text).toContain('• On lamps (A. Sample)\n• On tides')
    expect(letter?.body_text).toMatch(
      /at any time: https:\/\/iaps\.example\/newsletter\/leave\?token=[\w-]{43}/,
    )
    expect((await listActions(db)).filter((action) => action.startsWith('newsletter'))).toEqual([
      'newsletter.mailed',
    ])
  },
)

test('the letter names the page of each article that has a text', async ({ db }) => {
  const admin = await makeAdmin(db)
  await addSubscribers(db, 1, monday)
  const body: RichText = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'They glow.' }] }],
  }
  const contents = [{ title: 'On lamps', author: 'A. Sample', body }, { title: 'On tides' }]
  const { id, version } = await makeIssue(db, admin, monday, { contents })
  const { slug } = await db.selectFrom('entry').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
  await startMailing(db, admin, id, version, monday)
  await write(db, 1)

  const [letter] = await issueLetters(db)
  expect(letter?.body_text).toContain(
    `• On lamps (A. Sample): ${origin}/newsletter/${slug}/on-lamps\n• On tides\n`,
  )
})

test('a letter about a sample issue says so in its subject', async ({ db }) => {
  const admin = await makeAdmin(db)
  await addSubscribers(db, 1, monday)
  const { id, version } = await makeIssue(db, admin, monday, { title: 'Bulletin 7' })
  await db.updateTable('entry').set({ sample_at: 1 }).where('id', '=', id).execute()
  await startMailing(db, admin, id, version, monday)
  await write(db, 1)

  const [letter] = await issueLetters(db)
  expect(letter?.subject).toContain('Bulletin 7 (sample), January 1995')
})

test('sent again it goes only to those who have not had it', async ({ db }) => {
  const admin = await makeAdmin(db)
  await addSubscribers(db, 3, monday)
  const { id, version } = await makeIssue(db, admin, monday)
  await startMailing(db, admin, id, version, monday)
  await write(db)

  expect(await startMailing(db, admin, id, version, minute(20))).toEqual({ ok: false, reason: 'nobody' })
  const [late] = await addSubscribers(db, 1, minute(20))
  expect(await startMailing(db, admin, id, version, minute(20))).toEqual({ ok: true })
  await write(db, 2, 20)

  const letters = await issueLetters(db)
  expect(letters).toHaveLength(4)
  expect(letters.at(-1)?.recipient).toBe(late)
})

test('it is refused while running, without subscribers, when changed, and unless published', async ({
  db,
}) => {
  const admin = await makeAdmin(db)
  const { id, version } = await makeIssue(db, admin, monday)

  expect(await startMailing(db, admin, id, version, monday)).toEqual({ ok: false, reason: 'nobody' })
  await addSubscribers(db, 1, monday)
  expect(await startMailing(db, admin, id, version - 1, monday)).toEqual({ ok: false, reason: 'changed' })
  expect(await startMailing(db, admin, 'none', 1, monday)).toEqual({ ok: false, reason: 'not-published' })
  const both = [1, 2].map(() => startMailing(db, admin, id, version, monday))
  const outcomes = await Promise.all(both)
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes).toContainEqual({ ok: false, reason: 'under-way' })
})

test('stopped or unpublished, it writes no further letter', async ({ db }) => {
  const admin = await makeAdmin(db)
  await addSubscribers(db, 150, monday)
  const first = await makeIssue(db, admin, monday)
  await startMailing(db, admin, first.id, first.version, monday)
  await write(db, 1)
  expect(await stopMailing(db, admin, first.id, monday)).toEqual({ ok: true })
  expect(await stopMailing(db, admin, first.id, monday)).toEqual({ ok: false, reason: 'not-under-way' })
  await write(db, 3, 1)
  expect(await issueLetters(db)).toHaveLength(100)

  const second = await makeIssue(db, admin, monday)
  await startMailing(db, admin, second.id, second.version, monday)
  await moveEntry(db, admin, { ...second, move: 'archive' }, monday)
  await write(db, 3)
  expect(await issueLetters(db)).toHaveLength(100)
  expect(await readMailing(db, second.id, monday)).toMatchObject({ last: { endedAt: expect.any(Number) } })
})

test('someone who unsubscribes or is removed gets no letter that has not been sent yet', async ({ db }) => {
  const admin = await makeAdmin(db)
  const post = await startMailServer()
  const [first, second, third] = await addSubscribers(db, 3, monday)
  const { id, version } = await makeIssue(db, admin, monday)
  await startMailing(db, admin, id, version, monday)
  await write(db)
  const text = (await issueLetters(db)).find(({ recipient }) => recipient === first)?.body_text ?? ''
  const token = /leave\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
  expect(await findByLink(db, 'leave', token, monday)).toMatchObject({ email: first })

  expect(await leaveNewsletter(db, passerBy, token, monday)).toEqual({ ok: true })
  const row = db
    .selectFrom('subscriber')
    .select('id')
    .where('email', '=', second ?? '')
  await removeSubscribers(db, admin, [(await row.executeTakeFirstOrThrow()).id], monday)
  await send(db, post.url)

  expect(post.recipients).toEqual([third])
})

test('an address with a bounce is skipped', async ({ db }) => {
  const admin = await makeAdmin(db)
  const post = await startMailServer()
  const [gone] = await addSubscribers(db, 2, monday)
  const first = await makeIssue(db, admin, monday)
  await startMailing(db, admin, first.id, first.version, monday)
  await write(db)
  await send(db, post.url)
  const mail = db
    .selectFrom('mail')
    .select('id')
    .where('recipient', '=', gone ?? '')
  await noteBounce(db, admin, (await mail.executeTakeFirstOrThrow()).id, 'Gone', minute(61))

  const second = await makeIssue(db, admin, monday)
  expect(await readMailing(db, second.id, minute(62))).toMatchObject({ waiting: 1, leftOut: 1 })
})

sharedTest(
  'killed again and again, the site emails each reader once and sends each letter (M1)',
  { timeout: 120_000, ...inShortOnlyOn('sqlite') },
  async ({ db, address }) => {
    const admin = await makeAdmin(db)
    const post = await startMailServer()
    const addresses = await addSubscribers(db, 130, monday)
    const { id, version } = await makeIssue(db, admin, monday)
    await startMailing(db, admin, id, version, monday)
    const kills = [/^some 1$/, /^sent 20$/, /^sent 33$/, /^sent 1$/]
    let hour = 1
    const go = () => runOther('mail-issue', address, post.url, String(minute(60 * hour++).getTime()), '61000')
    for (const moment of kills) {
      const other = go()
      await other.line(moment)
      other.process.kill('SIGKILL')
      await other.ended
      const { letters } = await readMailing(db, id, monday)
      expect(await issueLetters(db)).toHaveLength(letters.written)
    }
    expect(await go().ended).toMatchObject({ code: 0 })

    const got = Map.groupBy(post.received, ({ to }) => to[0] ?? '')
    expect([...got.keys()].toSorted()).toEqual(addresses.toSorted())
    for (const letters of got.values())
      expect(new Set(letters.map(({ raw }) => header(raw, 'Message-ID'))).size).toBe(1)
    expect(post.received.length - addresses.length).toBeLessThanOrEqual(kills.length)
    expect(await readMailing(db, id, monday)).toMatchObject({
      waiting: 0,
      letters: { written: 130, sent: 130 },
    })
  },
)

test('the letter names the calls that are open, and says nothing if none is', async ({ db }) => {
  const admin = await makeAdmin(db)
  await addSubscribers(db, 1, monday)
  const without = await makeIssue(db, admin, monday)
  await startMailing(db, admin, without.id, without.version, monday)
  await write(db, 1)
  const times = { opensAt: monday.getTime() - 1, closesAt: Date.UTC(1995, 0, 31, 18, 29, 59) }
  const call = { title: 'Medal', subject: 'award', award: 'medal', ...times } as const
  await publishEntry(db, { kind: 'call', slug: 'medal-1995', data: call }, monday)
  const over = { ...call, title: 'Over', closesAt: monday.getTime() - 1, opensAt: 1 }
  await publishEntry(db, { kind: 'call', slug: 'over', data: over }, monday)
  const issue = await makeIssue(db, admin, monday)
  await startMailing(db, admin, issue.id, issue.version, monday)
  await write(db, 1, 1)

  const [first, second] = (await issueLetters(db)).map(({ body_text }) => body_text)
  expect(first).not.toContain('Open calls')
  expect(second).toContain(
    'Open calls:\n• Medal, until 31 January 1995, 23:59 IST: https://iaps.example/awards/medal#medal-1995',
  )
  expect(second).not.toContain('Over')
})
