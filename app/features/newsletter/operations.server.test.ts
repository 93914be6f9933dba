import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { submitApplication, verifyApplication } from '#features/memberships/operations.server.ts'
import { sendEnquiry } from '#features/enquiries/operations.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { caseOrigin, makeFilledDraft, passerBy, tokenMailedTo } from '#test/makers/cases.ts'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { inShortOnlyOn } from '#test/harness/scale.ts'
import { aLetter, browserAt } from '#test/makers/enquiries.ts'
import { listActions, listLetters } from '#test/makers/staff.ts'
import {
  askForNewsletter,
  confirmNewsletter,
  findByLink,
  joinNewsletter,
  leaveNewsletter,
  removeSubscribers,
  sendDueConfirmations,
  sendNewsletterLetter,
} from './operations.server.ts'
import { newsletterLetterJob, type NewsletterLetter } from './jobs.ts'
import { listSubscribers } from './queries.server.ts'
import { clearSubscribers } from './retention.server.ts'

const hour = 3_600_000
const later = (hours: number) => new Date(monday.getTime() + hours * hour)
const victim = 'victim@example.org'

function from(network: number) {
  return { kind: 'visitor' as const, address: browserAt(network).address }
}

function runLetters(db: Db, now: Date) {
  const send = (letter: NewsletterLetter) => sendNewsletterLetter(db, caseOrigin, letter, now)
  return runDueJobs(db, { [newsletterLetterJob]: send }, () => now)
}

async function ask(db: Db, email: string, now: Date, network = 1) {
  const outcome = await askForNewsletter(db, from(network), email, now)
  await runLetters(db, now)
  return outcome
}

async function tokensTo(db: Db, email: string) {
  const letters = (await listLetters(db)).filter(({ recipient }) => recipient === email)
  const text = letters.at(-1)?.body_text ?? ''
  const find = (purpose: string) =>
    new RegExp(`/newsletter/${purpose}\\?token=([\\w-]{43})`).exec(text)?.[1] ?? ''
  return { confirm: find('confirm'), leave: find('leave') }
}

async function maintain(db: Db, now: Date) {
  await sendDueConfirmations(db, caseOrigin, now)
  await clearSubscribers(db, now)
}

function all(db: Db) {
  return listSubscribers(db, { page: 1 }, 100)
}

test('nobody is subscribed before the mailed link is used, and the link can be used again', async ({
  db,
}) => {
  await ask(db, 'asha@example.org', monday)
  const { confirm } = await tokensTo(db, 'asha@example.org')
  expect((await all(db)).subscribers).toMatchObject([{ email: 'asha@example.org', confirmedAt: undefined }])

  expect(await confirmNewsletter(db, passerBy, confirm, later(1))).toEqual({ ok: true })
  expect(await confirmNewsletter(db, passerBy, confirm, later(2))).toEqual({ ok: true })
  expect((await all(db)).subscribers).toMatchObject([{ confirmedAt: later(1) }])
  expect(await listActions(db)).toEqual(['newsletter.asked', 'newsletter.joined'])
})

test('a confirmation link expires after seven days, and a made-up one never works', async ({ db }) => {
  await ask(db, 'asha@example.org', monday)
  const { confirm, leave } = await tokensTo(db, 'asha@example.org')

  for (const token of ['', 'A'.repeat(43), leave])
    expect(await confirmNewsletter(db, passerBy, token, later(1))).toEqual({ ok: false, reason: 'over' })
  expect(await confirmNewsletter(db, passerBy, confirm, later(7 * 24))).toEqual({ ok: false, reason: 'over' })
  expect(await findByLink(db, 'leave', leave, later(7 * 24))).toBeDefined()
})

test('someone who unsubscribes is removed immediately, and the link says nothing more', async ({ db }) => {
  await ask(db, 'asha@example.org', monday)
  const { confirm, leave } = await tokensTo(db, 'asha@example.org')
  await confirmNewsletter(db, passerBy, confirm, monday)

  expect(await leaveNewsletter(db, passerBy, leave, later(1))).toEqual({ ok: true })
  expect(await all(db)).toMatchObject({ total: 0 })
  expect(await leaveNewsletter(db, passerBy, leave, later(1))).toEqual({ ok: false, reason: 'over' })
  expect((await listLetters(db))[0]?.body_text).not.toContain(leave)
})

test('someone who leaves and joins again on the same day gets the link at once', async ({ db }) => {
  const email = 'asha@example.org'
  await ask(db, email, monday)
  const first = await tokensTo(db, email)
  await confirmNewsletter(db, passerBy, first.confirm, monday)
  await leaveNewsletter(db, passerBy, first.leave, later(1))

  await ask(db, email, later(2))
  expect(await listLetters(db)).toHaveLength(2)
  const second = await tokensTo(db, email)
  expect(await confirmNewsletter(db, passerBy, second.confirm, later(3))).toEqual({ ok: true })
  expect((await all(db)).subscribers).toMatchObject([{ email, confirmedAt: later(3) }])
})

test('leaving a list that nobody joined lets strangers cause no second letter on that day', async ({
  db,
}) => {
  await ask(db, victim, monday)
  await leaveNewsletter(db, passerBy, (await tokensTo(db, victim)).leave, later(1))

  await ask(db, victim, later(2), 2)
  expect(await listLetters(db)).toHaveLength(1)
})

test('the link to confirm comes before the link to unsubscribe, in text and HTML', async ({ db }) => {
  await ask(db, 'asha@example.org', monday)
  const [letter] = await listLetters(db)
  for (const said of [letter?.body_text ?? '', letter?.body_html ?? '']) {
    const links = [...said.matchAll(/\/newsletter\/(confirm|leave)/g)].map(([, link]) => link)
    expect([links[0], links.at(-1)]).toEqual(['confirm', 'leave'])
  }
})

test(
  'whatever strangers do, an address gets one letter of a kind in 24 hours (G3)',
  inShortOnlyOn('sqlite'),
  async ({ db }) => {
    const sentAt: Record<string, number[]> = { 'enquiry.received': [], 'newsletter.confirm': [] }
    let letters = 0
    for (let at = 0; at < 72; at++) {
      const now = later(at)
      for (let time = 0; time < 5; time++) await ask(db, victim, now, at * 10 + time)
      await sendEnquiry(db, passerBy, browserAt(at), { ...aLetter(at), email: victim }, now)
      await maintain(db, now)
      const all = await listLetters(db)
      for (const { kind } of all.slice(letters)) sentAt[kind]!.push(at)
      letters = all.length
    }

    for (const hours of Object.values(sentAt)) {
      expect(hours.length).toBeGreaterThan(1)
      for (const [at, sent] of hours.entries())
        if (at > 0) expect(sent - hours[at - 1]!).toBeGreaterThanOrEqual(24)
    }
  },
)

test('a message in someone’s name does not delay the newsletter link', async ({ db }) => {
  await sendEnquiry(db, passerBy, browserAt(1), { ...aLetter(1), email: victim }, monday)
  await ask(db, victim, later(1))

  expect((await listLetters(db)).map(({ kind }) => kind)).toEqual(['enquiry.received', 'newsletter.confirm'])
})

test('a letter that had to wait for the end of the day is sent then, once', async ({ db }) => {
  await ask(db, 'asha@example.org', monday)
  await ask(db, 'asha@example.org', later(1))
  await maintain(db, later(23))
  expect(await listLetters(db)).toHaveLength(1)

  await maintain(db, later(24))
  await maintain(db, later(60))
  expect((await listLetters(db)).map(({ kind }) => kind)).toEqual([
    'newsletter.confirm',
    'newsletter.confirm',
  ])
})

test('signing up a subscribed address gets the same answer and sends nothing', async ({ db }) => {
  await ask(db, 'asha@example.org', monday)
  await confirmNewsletter(db, passerBy, (await tokensTo(db, 'asha@example.org')).confirm, monday)
  const known = await ask(db, 'asha@example.org', later(30))
  const unknown = await ask(db, 'ben@example.org', later(30))

  expect(known).toEqual(unknown)
  expect((await listLetters(db)).map(({ recipient }) => recipient)).toEqual([
    'asha@example.org',
    'ben@example.org',
  ])
})

test('an unconfirmed address is removed after thirty days', async ({ db }) => {
  await ask(db, 'asha@example.org', monday)
  await maintain(db, later(30 * 24 - 1))
  expect((await all(db)).total).toBe(1)
  await maintain(db, later(30 * 24))
  expect((await all(db)).total).toBe(0)
})

test('a network may sign up a hundred times an hour and is then told to wait', async ({ db }) => {
  const tries = await Promise.all(
    Array.from({ length: 120 }, (_, at) => askForNewsletter(db, from(1), `a${at}@example.org`, monday)),
  )

  expect(tries.filter(({ ok }) => ok)).toHaveLength(100)
})

test('an applicant who ticked it is subscribed when the address is confirmed, with an unsubscribe link', async ({
  db,
}) => {
  const token = await makeFilledDraft(db, 'membership', monday, {
    email: 'Tara@example.org',
    newsletter: 'yes',
  })
  const sent = await submitApplication(db, passerBy, caseOrigin, token, monday)
  if (!sent.ok) throw new Error(sent.reason)
  expect((await all(db)).total).toBe(0)
  const { answers_hash } = await db.selectFrom('dossier').select('answers_hash').executeTakeFirstOrThrow()
  const link = await tokenMailedTo(db, 'tara@example.org')
  const answered = { answer: {}, wording: 'Mine.', confirmedHash: answers_hash }
  expect(await verifyApplication(db, passerBy, caseOrigin, link, answered, later(1))).toEqual({ ok: true })

  expect((await all(db)).subscribers).toMatchObject([
    { email: 'tara@example.org', source: 'membership', confirmedAt: later(1) },
  ])
  const { leave } = await tokensTo(db, 'tara@example.org')
  expect(await leaveNewsletter(db, passerBy, leave, later(2))).toEqual({ ok: true })
})

test('an applicant who did not tick it is not subscribed', async ({ db }) => {
  const token = await makeFilledDraft(db, 'membership', monday, { email: 'tara@example.org' })
  await submitApplication(db, passerBy, caseOrigin, token, monday)
  const { answers_hash } = await db.selectFrom('dossier').select('answers_hash').executeTakeFirstOrThrow()
  const answered = { answer: {}, wording: 'Mine.', confirmedHash: answers_hash }
  await verifyApplication(
    db,
    passerBy,
    caseOrigin,
    await tokenMailedTo(db, 'tara@example.org'),
    answered,
    monday,
  )

  expect((await all(db)).total).toBe(0)
})

test('staff remove subscribers, which the audit trail records without naming them', async ({ db }) => {
  await joinSome(db, ['asha@example.org', 'ben@example.org'])
  const { subscribers } = await all(db)
  const ids = [subscribers[0]!.id, 'x']

  expect(await removeSubscribers(db, passerBy, ids, monday)).toEqual({ removed: 1 })
  expect((await all(db)).subscribers).toMatchObject([{ email: 'ben@example.org' }])
  const details = await db.selectFrom('audit_detail').select('body').execute()
  expect(details.map(({ body }) => body).join('')).not.toContain('asha')
})

test('someone whom staff removed while an email to them was failing is not listed again by its job', async ({
  db,
}) => {
  captureLog()
  const email = 'asha@example.org'
  await ask(db, email, monday)
  await askForNewsletter(db, from(2), email, later(1))
  const fail = async () => {
    throw new Error('The database is busy.')
  }
  expect(await runDueJobs(db, { [newsletterLetterJob]: fail }, () => later(1))).toBe(1)
  const { subscribers } = await all(db)

  expect(await removeSubscribers(db, passerBy, [subscribers[0]!.id], later(1))).toEqual({ removed: 1 })
  expect(await runLetters(db, later(24))).toBe(0)
  expect(await all(db)).toMatchObject({ total: 0 })
  expect(await listLetters(db), 'nor is the email that was not sent yet').toEqual([])
})

async function joinSome(db: Db, emails: string[]) {
  for (const email of emails)
    await db.transaction().execute((db) => joinNewsletter(db, caseOrigin, email, '', monday))
}
