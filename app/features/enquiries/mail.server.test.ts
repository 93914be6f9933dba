import { expect } from 'vitest'
import { enquiryForm } from '#features/enquiries/form.ts'
import { signUpForm } from '#features/subscribers/form.ts'
import { sendNewsletterLetter } from '#features/subscribers/operations.server.ts'
import { sendMail } from '#server/mail.server.ts'
import { passerBy } from '#test/cases.ts'
import { monday, test } from '#test/db.ts'
import { aLetter, browserAt, findEnquiryOf } from '#test/enquiries.ts'
import { header, startMailServer } from '#test/mail-server.ts'
import { actorFor, makeStaff } from '#test/staff.ts'
import type { Db } from '#db/tables.ts'
import { replyToEnquiry } from './casework.server.ts'
import { sendEnquiry } from './operations.server.ts'

/** Test E3: nothing that a visitor or a clerk types adds a receiver, a header or a command to a letter. */

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
  const waiting = await db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()
  for (const { id } of waiting) await sendMail(db, { smtpUrl: url, mailFrom: from }, id, monday)
}

test('what stands in any field of a message or a reply reaches exactly its own receiver and no header', async ({
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
  'address %i is refused by both forms, at once',
  ([at, email]) => {
    const begin = performance.now()
    const refused = [enquiryForm.safeParse({ ...aLetter(at), email }), signUpForm.safeParse({ email })]

    expect(performance.now() - begin).toBeLessThan(50)
    for (const read of refused) expect(read.error?.issues[0]?.message).toMatch(/^E-mail: enter one address/)
  },
)

test('a newsletter letter goes to the one address that was typed', async ({ db }) => {
  const post = await startMailServer()
  const { email } = signUpForm.parse({ email: '  Asha+News@Example.org ' })
  await sendNewsletterLetter(db, 'https://iaps.example', { email }, monday)
  await sendAll(db, post.url)

  expect(post.recipients).toEqual(['asha+news@example.org'])
  expect(header(post.received[0]?.raw ?? '', 'To')).toBe('asha+news@example.org')
})
