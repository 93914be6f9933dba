import { expect } from 'vitest'
import { listMail } from '#features/mail/queries.server.ts'
import { findMail } from '#server/mail/find-mail.server.ts'
import { header, startMailServer } from '#test/harness/mail-server.ts'
import { addSubscribers, makeIssue } from '#test/makers/newsletters.ts'
import { actorFor } from '#test/makers/staff.ts'
import { axeFaults } from '#test/e2e/harness/faults.ts'
import { announced, makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'

test('an issue is emailed to all subscribers, one unsubscribes in the mail program, and a bounced letter is recorded', async ({
  openOffice,
  openSignedOut,
  openSignedIn,
}) => {
  const post = await startMailServer()
  const office = await openOffice({ env: { SMTP_URL: post.url, MAIL_FROM: 'IAPS <office@iaps.example>' } })
  const person = await makePerson(office, { role: 'admin', name: 'Asha Rao' })
  const issue = await makeIssue(office.db, actorFor(person), new Date())
  const readers = await addSubscribers(office.db, 3, new Date())

  const admin = await openSignedIn(office, person, { expected: refusals })
  await admin.goto(`/editor/entries/${issue.id}`)
  await admin.getByRole('link', { name: 'Send by email' }).click()
  await admin.getByRole('heading', { name: 'Preview' }).waitFor()
  expect(await axeFaults(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Send to 3 subscribers' }).click()
  await admin.getByText('Sending started.').waitFor()
  await expect.poll(() => post.received.map(({ to }) => to.join()).toSorted()).toEqual(readers.toSorted())
  await expect.poll(async () => (await listMail(office.db, 1, 'sent')).total).toBe(3)
  await admin.goto(`/admin/newsletters/${issue.id}`)
  await admin.getByText('Every subscriber has received this issue.').waitFor()

  const [first, second, third] = post.received.map(({ raw, to }) => ({
    to: to[0] ?? '',
    leave: header(raw, 'List-Unsubscribe')?.slice(1, -1) ?? '',
  }))
  expect(header(post.received[0]?.raw ?? '', 'Subject')).toContain(issue.title.replaceAll(' ', '_'))
  // As mail programs do it (RFC 8058): without the page, without cookies, without an origin.
  const pressed = await fetch(first!.leave, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(pressed.status).toBe(200)
  const reader = await openSignedOut(office, { javaScriptEnabled: false })
  await reader.goto(second!.leave)
  await reader.getByRole('main').getByRole('button').click()
  await reader.getByText('You have unsubscribed').waitFor()
  const left = await office.db.selectFrom('subscriber').select('email').execute()
  expect(left.map(({ email }) => email)).toEqual([third?.to])

  await admin.goto('/admin/mail?state=sent')
  await admin.getByRole('row').filter({ hasText: third!.to }).getByRole('link').first().click()
  const clerk = await openSignedIn(office, person, { javaScriptEnabled: false, expected: refusals })
  await clerk.goto(admin.url())
  await clerk.getByRole('button', { name: 'Mark as bounced' }).click()
  await clerk.getByRole('link', { name: 'Note: enter how you know that the email bounced.' }).waitFor()
  await admin.getByRole('button', { name: 'Mark as bounced' }).click()
  expect(await announced(admin)).toEqual(['Note: enter how you know that the email bounced.'])
  await admin.getByLabel('Note').fill('No such mailbox')
  await admin.getByRole('button', { name: 'Mark as bounced' }).click()
  await admin.getByText('Marked as bounced.').waitFor()
  expect(await admin.getByRole('main').innerText()).toContain('No such mailbox')
  expect(await axeFaults(admin)).toEqual([])
  const id = new URL(admin.url()).pathname.split('/').at(-1) ?? ''
  expect(await findMail(office.db, id)).toMatchObject({ state: 'bounced', bounceNote: 'No such mailbox' })

  await clerk.goto(admin.url())
  await clerk.getByRole('button', { name: 'Mark as sent' }).click()
  await clerk.getByText('Marked as sent.').waitFor()
  expect(await findMail(office.db, id)).toMatchObject({ state: 'sent', bounceNote: null })
})
