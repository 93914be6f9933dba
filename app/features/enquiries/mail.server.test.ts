import { expect } from 'vitest'
import { enquiryForm } from '#features/enquiries/form.ts'
import { signUpForm } from '#features/newsletter/form.ts'
import { sendNewsletterLetter } from '#features/newsletter/operations.server.ts'
import { sendNextLetters, startMailing } from '#features/newsletter/mailing.server.ts'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { resendMails } from '#features/mail/operations.server.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { sendStaffLetter } from '#features/staff/joining/letters.server.ts'
import { mailingJob } from '#features/newsletter/jobs.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { listMail } from '#features/mail/queries.server.ts'
import { sendMail } from '#server/mail/mail.server.ts'
import { caseOrigin, makeFilledDraft, passerBy } from '#test/makers/cases.ts'
import { monday, test } from '#test/harness/db.ts'
import { aLetter, browserAt, findEnquiryOf } from '#test/makers/enquiries.ts'
import { captureLog } from '#test/harness/log.ts'
import { header, startMailServer } from '#test/harness/mail-server.ts'
import { addSubscribers, makeIssue } from '#test/makers/newsletters.ts'
import { processorMs } from '#test/harness/processor-time.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import type { Db } from '#db/schema/tables.ts'
import { replyToEnquiry } from './casework.server.ts'
import { sendEnquiry } from './operations.server.ts'

/** Test E3: nothing that a visitor or a member of staff types adds a recipient, a header or a command to a letter. */

const from = 'IAPS <office@example.org>'
const evil = 'evil@example.net'

const injections = [
  `Asha\r\nBcc: ${evil}`,
  `Asha\nTo: ${evil}`,
  `Asha\rCc: ${evil}`,
  `Asha\u0000Bcc: ${evil}`,
  `Asha\u2028Bcc: ${evil}\u2029`,
  `Asha\u0085Bcc: ${evil}`,
  `Asha <${evil}>, Ben`,
  `"Asha" <${evil}>`,
  `group: ${evil};`,
  `=?utf-8?Q?Asha=0D=0ABcc:_${evil}?=`,
  `Asha%0d%0aBcc: ${evil}`,
  `.\r\nRCPT TO:<${evil}>\r\n`,
  `\r\n.\r\nMAIL FROM:<${evil}>\r\n`,
  `Content-Type: text/html\r\n\r\n<b>x</b>`,
]

async function sendAll(db: Db, url: string) {
  const waiting = await db
    .selectFrom('mail')
    .select('id')
    .where('sent_at', 'is', null)
    .orderBy('queued_at')
    .orderBy('id')
    .execute()
  for (const { id } of waiting) await sendMail(db, { smtpUrl: url, mailFrom: from }, id, monday)
}

test('the content of any field of a message or a reply reaches exactly its own recipient and no header', async ({
  db,
}) => {
  const post = await startMailServer()
  const person = await makeStaff(db, monday)
  const clerk = actorFor(person)
  if (clerk.kind !== 'staff') throw new Error('A clerk is of the staff.')
  const expected: string[] = []
  for (const [at, hostile] of injections.entries()) {
    const typed = { ...aLetter(at), name: hostile, subject: hostile, message: `${hostile}\n${at}` }
    const answers = enquiryForm.parse(typed)
    const sent = await sendEnquiry(db, passerBy, browserAt(at), answers, monday)
    if (!sent.ok) throw new Error(sent.reason)
    const enquiry = await findEnquiryOf(db, sent.reference)
    expect(enquiry?.state, hostile).toBe('new')
    await replyToEnquiry(db, clerk, enquiry?.id ?? '', { reply: hostile, version: 1 }, monday)
    expected.push(answers.email, answers.email)
  }
  await sendAll(db, post.url)

  expect(post.recipients.toSorted()).toEqual(expected.toSorted())
  for (const { to, raw, from } of post.received) {
    expect(to).toHaveLength(1)
    expect(from).toBe('office@example.org')
    expect(header(raw, 'To')).toBe(to[0])
    for (const name of ['Bcc', 'Cc', 'Reply-To']) expect(header(raw, name)).toBeUndefined()
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
    expect(head.match(/^(to|subject|from|content-type):/gim)).toHaveLength(4)
  }
})

test('a reply that a person wrote does not call itself automatic; the receipt of the message does', async ({
  db,
}) => {
  const post = await startMailServer()
  const person = await makeStaff(db, monday)
  const clerk = actorFor(person)
  if (clerk.kind !== 'staff') throw new Error('A clerk is of the staff.')
  const sent = await sendEnquiry(db, passerBy, browserAt(1), aLetter(1), monday)
  if (!sent.ok) throw new Error('The message was refused.')
  const enquiry = await findEnquiryOf(db, sent.reference)
  await replyToEnquiry(db, clerk, enquiry?.id ?? '', { reply: 'On Monday.', version: 1 }, monday)
  await sendAll(db, post.url)

  const isReply = ({ raw }: { raw: string }) => raw.includes('On Monday.')
  expect(post.received.filter(isReply).map(({ raw }) => header(raw, 'Auto-Submitted'))).toEqual([undefined])
  const others = post.received.filter((one) => !isReply(one))
  expect(others.map(({ raw }) => header(raw, 'Auto-Submitted'))).toEqual(['auto-generated'])
})

const addresses = [
  `a@example.org, ${evil}`,
  `a@example.org;${evil}`,
  `a@example.org\r\nRCPT TO:<${evil}>`,
  `a@example.org\u0000${evil}`,
  `"a b"@example.org`,
  `"a@example.org ${evil}"@example.org`,
  `<${evil}>a@example.org`,
  `group:${evil};`,
  `a@[192.0.2.1]`,
  `a@b`,
  `ä@example.org`,
  `a@exämple.org`,
  `a@${'b.'.repeat(200)}org`,
  `${'('.repeat(10_000)}a@example.org${')'.repeat(10_000)}`,
  `${'<'.repeat(10_000)}a@example.org`,
  `a@example.org `.repeat(1000),
]

test.for(addresses.map((address, at) => [at, address] as const))(
  'both forms refuse address %i immediately',
  async ([at, email]) => {
    const read = () => [enquiryForm.safeParse({ ...aLetter(at), email }), signUpForm.safeParse({ email })]

    expect(await processorMs(read)).toBeLessThan(50)
    for (const refused of read())
      expect(refused.error?.issues[0]?.message).toMatch(/^Email: enter one address/)
  },
)

test('a newsletter letter goes to the one typed address', async ({ db }) => {
  const post = await startMailServer()
  const { email } = signUpForm.parse({ email: '  Asha+News@Example.org ' })
  await sendNewsletterLetter(db, 'https://iaps.example', { email }, monday)
  await sendAll(db, post.url)

  expect(post.recipients).toEqual(['asha+news@example.org'])
  expect(header(post.received[0]?.raw ?? '', 'To')).toBe('asha+news@example.org')
})

/** Test M1, for the letters of every feature: caused by what people do, and sent to every kind of mail server. */

async function writeOneOfEach(db: Db): Promise<string[]> {
  const clerk = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  if (clerk.kind !== 'staff') throw new Error('A clerk is of the staff.')
  const sent = await sendEnquiry(db, passerBy, browserAt(1), enquiryForm.parse(aLetter(1)), monday)
  const enquiry = await findEnquiryOf(db, sent.ok ? sent.reference : '')
  await replyToEnquiry(db, clerk, enquiry?.id ?? '', { reply: 'Yes.', version: 1 }, monday)
  // Letters to one address wait for each other, and here each is to be tried.
  const elsewhere = { recipient: 'asker@example.org' }
  await db.updateTable('mail').set(elsewhere).where('kind', '=', 'enquiry.reply').execute()
  await sendNewsletterLetter(db, caseOrigin, { email: 'reader@example.org' }, monday)
  const token = await makeFilledDraft(db, 'membership', monday, { email: 'tara@example.org' })
  await submitApplication(db, passerBy, caseOrigin, token, monday)
  await sendStaffLetter(
    db,
    { email: 'ben@example.org', name: 'Ben' },
    staffLetters.disabled,
    { reason: 'Left.' },
    monday,
  )
  const issue = await makeIssue(db, clerk, monday)
  await addSubscribers(db, 2, monday)
  await startMailing(db, clerk, issue.id, issue.version, monday)
  const write = (step: { mailingId: string }) => sendNextLetters(db, caseOrigin, step, monday)
  await runDueJobs(db, { [mailingJob]: write }, () => monday)
  return (await listMail(db, 1)).mails.map(({ kind }) => kind).toSorted()
}

/** Tries every waiting letter once, at the time when the last of them is due. Returns that time. */
async function tryAll(db: Db, url: string, timeoutMs = 2000): Promise<Date> {
  const due = db.selectFrom('job').select((eb) => eb.fn.max('run_at').as('at'))
  const { at } = await due
    .where('kind', '=', sendMailJob)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  const now = new Date(at)
  const send = ({ mailId }: { mailId: string }, isLastTry: boolean) =>
    sendMail(db, { smtpUrl: url, mailFrom: from, timeoutMs }, mailId, now, isLastTry)
  await runDueJobs(db, { [sendMailJob]: send }, () => now)
  return now
}

const moods = [
  { at: 'greeting', code: 421, says: 'Too busy' },
  { at: 'greeting', code: 554, says: 'Not you' },
  { at: 'sender', code: 452, says: 'No room' },
  { at: 'receiver', code: 450, says: 'Come back' },
  { at: 'sender', code: 550, says: 'Not from here' },
  { at: 'letter', code: 451, says: 'Trouble' },
  { at: 'letter', code: 452, says: 'No room' },
  'silence',
  'drop',
] as const

test('a letter of every kind survives nine kinds of mail server failures and arrives by the tenth try', async ({
  db,
}) => {
  captureLog()
  const post = await startMailServer()
  const kinds = await writeOneOfEach(db)
  expect(kinds).toEqual([
    ...['enquiry.received', 'enquiry.reply', 'membership.verify', 'newsletter.confirm'],
    ...['newsletter.issue', 'newsletter.issue', 'staff.disabled'],
  ])
  let last = monday
  for (const mood of moods) {
    post.answer = mood
    last = await tryAll(db, post.url, mood === 'silence' ? 600 : 2000)
    const { mails } = await listMail(db, 1)
    expect(mails.every(({ state, error }) => state === 'unsent' && Boolean(error))).toBe(true)
  }
  post.answer = 'take'
  last = await tryAll(db, post.url)

  expect(last.getTime() - monday.getTime()).toBeGreaterThan(24 * 3_600_000)
  expect((await listMail(db, 1, 'sent')).total).toBe(kinds.length)
  const idOf = ({ raw }: { raw: string }) => header(raw, 'Message-ID')
  const taken = post.received.filter(({ answer }) => answer === 'take')
  expect(new Set(taken.map(idOf)).size).toBe(kinds.length)
  expect(taken).toHaveLength(kinds.length)
  // What came before a silence or a disconnect came complete, and has the same Message-ID.
  expect(new Set(post.received.map(idOf)).size).toBe(kinds.length)
  expect(post.received).toHaveLength(3 * kinds.length)
})

test('after ten refusals every letter is listed as failed, and sent again it arrives under the same Message-ID', async ({
  db,
}) => {
  const logged = captureLog()
  const post = await startMailServer()
  const kinds = await writeOneOfEach(db)
  post.answer = { code: 450, says: 'Come back' }
  for (let time = 0; time < 10; time++) await tryAll(db, post.url)
  const dead = (await listMail(db, 1, 'failed')).mails
  expect(dead.map(({ kind }) => kind).toSorted()).toEqual(kinds)
  expect(post.received).toEqual([])
  expect(JSON.stringify(logged)).not.toContain('example.org')
  const named = await db.selectFrom('mail').select('message_id').execute()

  post.answer = 'take'
  const clerk = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const ids = dead.map(({ id }) => id)
  expect(await resendMails(db, clerk, ids, monday)).toEqual({ resent: kinds.length })
  expect(await resendMails(db, clerk, ids, monday)).toEqual({ resent: 0 })
  await tryAll(db, post.url)

  const arrived = post.received.map(({ raw }) => header(raw, 'Message-ID') ?? '')
  expect(arrived.toSorted()).toEqual(named.map(({ message_id }) => message_id).toSorted())
})
