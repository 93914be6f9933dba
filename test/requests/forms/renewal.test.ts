import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { remindMembers } from '#features/memberships/renewal-reminders.server.ts'
import { moveApplication, type ApplicationMoveRequest } from '#features/memberships/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { partsFor } from '#test/harness/form-pages.ts'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin, test, type TestSite } from '#test/harness/site.ts'
import { tokenMailedTo } from '#test/makers/cases.ts'
import { openLetters } from '#test/makers/letters.ts'
import { codeMailedTo, makeReached, sendCodes } from '#test/makers/own-pages.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'

/** A member renews: from the reminder to the certificate, without scripts. */

const form = '/membership/form'

async function makeMember({ site }: TestSite, email: string, memberNo: string) {
  const id = await makeReached(site.db, email, autumn, {
    ...{ memberNo, category: 'regular', title: 'Dr', givenName: 'Meera', familyName: 'Rao', listed: true },
  })
  await site.db.updateTable('person').set({ valid_to: '2026-12-31' }).where('id', '=', id).execute()
  return id
}

async function signIn({ site, config }: TestSite, browser: PlainBrowser, email: string) {
  await browser.post('/my-page/sign-in', { email })
  await sendCodes(site.db, autumn, config.secret)
  return browser.post('/my-page/code', { code: await codeMailedTo(site.db, email) })
}

test('a member renews from the reminder to the certificate, and the membership is to date', async ({
  site,
  testSite,
}) => {
  captureLog()
  const { db } = site
  const email = 'meera@renewal.example'
  const settings = { fee_regular_india: 'INR 1000', upiAddress: 'academy@bank', upiName: 'Sample Academy' }
  await changeSettings(db, system, settings, autumn)
  await makeMember(testSite, email, 'RM-0071')

  expect(await remindMembers(db, origin, autumn)).toBe(1)
  const [reminder] = await openLetters(db, email)
  expect(reminder?.body_text).toContain('ends on 31 December 2026')
  const link = new RegExp(`${origin}(/my-page)`).exec(reminder?.body_text ?? '')?.[1] ?? ''
  const browser = openPlainBrowser(site)
  expect((await browser.open(link)).path).toBe('/my-page/sign-in')
  const own = await signIn(testSite, browser, email)
  expect(own.text).toContain('Member until 31 December 2026')

  const tasks = await browser.post('/my-page?do=renew', {})
  expect(tasks.path).toBe(`${form}/tasks`)
  expect(tasks.text).toContain('We have filled in your name and number.')
  expect((await browser.open(`${form}/membership`)).html).toContain('value="RM-0071"')
  const you = await browser.open(`${form}/you`)
  for (const known of ['value="Meera"', 'value="Rao"', `value="${email}"`]) expect(you.html).toContain(known)
  const answers = {
    ...{ reason: 'renewal', category: 'regular', memberNo: 'RM-0071', email, payMode: 'later' },
    ...{ title: 'dr', firstName: 'Meera', lastName: 'Rao', institution: 'New Institute', listed: 'yes' },
  }
  for (const part of await partsFor(site, 'membership', answers)) {
    const saved = await browser.post(`${form}/${part.name}`, { ...part.fields, go: 'list' })
    expect(saved.path, part.name).toBe(`${form}/tasks`)
  }
  const sent = await browser.post(`${form}/check`, {})
  expect(sent.path).toBe(`${form}/sent`)
  expect(sent.text).toContain('academy@bank')

  const token = await tokenMailedTo(db, email)
  const verifying = await browser.open(`/confirm/verify?token=${token}`)
  const shown = /name="shown" value="([^"]+)"/.exec(verifying.html)?.[1] ?? ''
  expect((await browser.post('/confirm/verify', { token, shown })).text).toContain('is confirmed')

  const reference = /MA-\d+-\d+/.exec(sent.text)?.[0] ?? ''
  const by = actorFor(await makeStaff(db, autumn, { role: 'admin' }))
  const steps: [ApplicationMoveRequest['move'], Record<string, string>][] = [
    ['scrutinise', {}],
    ['match-payment', { amount: '1000', paidOn: '2026-11-10', payNumber: 'UTR4711' }],
    ['approve', { decision: 'Council', decidedOn: '2026-11-12' }],
    ['enrol', { validFrom: '2027-01-01', validTo: '2027-12-31' }],
  ]
  for (const [move, facts] of steps)
    expect(
      await moveApplication(db, by, origin, { reference, move, by: 'admin', facts }, autumn),
      move,
    ).toMatchObject({ ok: true })

  const welcome = (await openLetters(db, email)).at(-1)
  const certificate = /\/certificates\/\w+/.exec(welcome?.body_text ?? '')?.[0] ?? ''
  expect((await browser.open(certificate)).text).toContain('RM-0071')
  const renewed = await browser.open('/my-page')
  expect(renewed.text).toContain('Member until 31 December 2027')
  expect(renewed.text).toContain('₹ 1,000 received')
  expect(renewed.text).toContain('Institution New Institute')
  expect(renewed.text).toContain('You are listed')
  expect(await remindMembers(db, origin, autumn)).toBe(0)
})

test('renewing does not replace an application that the browser already has', async ({ site, testSite }) => {
  const email = 'twice@renewal.example'
  await makeMember(testSite, email, 'RM-0072')
  const browser = openPlainBrowser(site)
  await signIn(testSite, browser, email)
  await browser.post(form, {})
  await browser.post(`${form}/you`, { firstName: 'Somebody', go: 'list' })

  const tasks = await browser.post('/my-page?do=renew', {})
  expect(tasks.path).toBe(`${form}/tasks`)
  expect(tasks.text).toContain('already has an application that you have not submitted')
  expect((await browser.open(`${form}/you`)).html).toContain('value="Somebody"')
})

test('whoever cannot start the form for now reads why', async ({ site, testSite }) => {
  const email = 'later@renewal.example'
  await makeMember(testSite, email, 'RM-0073')
  await openPlainBrowser(site).post(form, {})
  const browser = openPlainBrowser(site)
  await signIn(testSite, browser, email)
  const starts = 'form-begun:%'
  await site.db.updateTable('throttle').set({ tries: 10_000 }).where('subject', 'like', starts).execute()

  const page = await browser.post('/my-page?do=renew', {})
  expect(page.path).toBe('/my-page')
  expect(page.text).toContain('Try again in 15 minutes.')
  await site.db.deleteFrom('throttle').where('subject', 'like', starts).execute()
})

test('nobody without a session of the own page starts a renewal', async ({ site }) => {
  const page = await openPlainBrowser(site).post('/my-page?do=renew', {})
  expect(page.path).toBe('/my-page/sign-in')
})
