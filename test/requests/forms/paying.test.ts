import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { moveCase } from '#features/casework/casework.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { fillInForm } from '#test/harness/form-pages.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin, test } from '#test/harness/site.ts'
import { makeCaseworker, makePaying } from '#test/makers/casework.ts'
import { openLetters } from '#test/makers/letters.ts'
import { open } from '#test/makers/mailed-nominations.ts'
import { codeMailedTo, makeReached, sendCodes } from '#test/makers/own-pages.ts'
import { runStatusJobs } from '#test/makers/status-letters.ts'

/** How an applicant learns what to pay: in the form, after submitting, by letter, on the page of its link and on My page. */

const membership = '/membership/form'
const paid = {
  ...{ payMode: 'neft', payNumber: 'UTR00099999', payDay: '2026-11-02', payBank: 'Sample Bank' },
  payAmount: '5000',
}

test('without a UPI address there is no code, and the fee has to be paid before submitting', async ({
  site,
}) => {
  await changeSettings(site.db, system, { fee_life_india: 'INR 5000' }, autumn)
  const browser = openPlainBrowser(site)
  await fillInForm(browser, site, 'membership', { email: 'no-code@example.org', ...paid })
  const page = await browser.open(`${membership}/payment`)

  expect(page.text).toContain('Fee: ₹ 5,000')
  expect(page.html).not.toContain('upi:')
  expect(page.text).not.toContain('I will pay after submitting')
})

test('with one, the same code with payee, fee and reference is in the form, after it, in the letter and behind its link', async ({
  site,
  visit,
}) => {
  const upi = { upiAddress: 'academy@bank', upiName: 'Sample Academy' }
  await changeSettings(site.db, system, { fee_life_india: 'INR 5000', ...upi }, autumn)
  const browser = openPlainBrowser(site)
  const email = 'by-code@example.org'
  await fillInForm(browser, site, 'membership', { email, payMode: 'later' })
  const requested = await linkIn((await browser.open(`${membership}/payment`)).html)
  expect(Object.fromEntries(requested.searchParams)).toMatchObject({
    ...{ pa: 'academy@bank', pn: 'Sample Academy', am: '5000.00', cu: 'INR' },
    tr: expect.stringMatching(/^FEE\w{7}$/),
  })

  const sent = await browser.post(`${membership}/check`, {})
  expect(sent.path).toBe(`${membership}/sent`)
  expect((await linkIn(sent.html)).href).toBe(requested.href)

  const [verify] = await openLetters(site.db, email)
  const address = new URL(/https?:\S+verify\S+/.exec(verify?.body_text ?? '')?.[0] ?? '')
  const token = address.searchParams.get('token') ?? ''
  const shown = /name="shown" value="([^"]+)"/.exec(
    await (await visit(address.pathname + address.search)).text(),
  )?.[1]
  await visit(address.pathname, { form: { token, shown: shown ?? '' } })
  const letter = (await openLetters(site.db, email)).at(-1)?.body_text ?? ''
  expect(letter).toContain(
    `send ₹\u00a05,000 to academy@bank and write ${requested.searchParams.get('tn')} in the note`,
  )

  const link = /\/membership\/pay\/\w+/.exec(letter)?.[0] ?? ''
  const page = await visit(link)
  const html = await page.text()
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect((await linkIn(html)).href).toBe(requested.href)
  expect(html).not.toContain(email)
})

test('an unknown reference says that there is nothing to pay', async ({ visit }) => {
  const page = await visit('/membership/pay/FEE0000000')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('There is nothing to pay here:')
})

test('once the office says that no fee is due, no page asks the applicant to pay', async ({
  site,
  visit,
}) => {
  captureLog()
  const { db } = site
  await changeSettings(db, system, { fee_life_india: 'INR 5000' }, autumn)
  const email = 'waived@example.org'
  const reference = await makePaying(db, autumn, { email })
  const payReference = 'FEE2345678'
  await db
    .updateTable('dossier')
    .set({ pay_reference: payReference })
    .where('reference', '=', reference)
    .execute()
  const pages = async () => {
    await visit('/case-status', { form: { reference, email } })
    await runStatusJobs(db, origin, autumn)
    const status = await open(visit, site, 'status', email)
    return [await (await visit(`/membership/pay/${payReference}`)).text(), status.html]
  }
  const [howToPay, status] = await pages()
  expect(howToPay).toContain('Amount due')
  expect(status).toContain(`/membership/pay/${payReference}`)

  const move = { reference, move: 'no-payment', typed: { reason: 'The Council waived it.' } }
  const moved = await moveCase(db, await makeCaseworker(db, autumn), origin, move, autumn)
  expect(moved).toMatchObject({ ok: true, to: 'payment_ok' })
  const [nothing, statusAfter] = await pages()
  expect(nothing).toContain('There is nothing to pay here:')
  expect(statusAfter).not.toContain('/membership/pay/')
})

test('My page shows what the member owes, with the code and the link, until it is paid', async ({
  site,
  testSite,
}) => {
  captureLog()
  const { db } = site
  const upi = { upiAddress: 'academy@bank', upiName: 'Sample Academy' }
  await changeSettings(db, system, { fee_life_india: 'INR 5000', ...upi }, autumn)
  const email = 'owes@example.org'
  const [reference, payReference] = [await makePaying(db, autumn, { email }), 'FEE2345679']
  await db
    .updateTable('dossier')
    .set({ pay_reference: payReference })
    .where('reference', '=', reference)
    .execute()
  const openOwn = async (address: string) => {
    await makeReached(db, address, autumn)
    const browser = openPlainBrowser(site)
    await browser.post('/my-page/sign-in', { email: address })
    await sendCodes(db, autumn, testSite.config.secret)
    await browser.post('/my-page/code', { code: await codeMailedTo(db, address) })
    return browser
  }
  const own = await openOwn(email)
  const page = await own.open('/my-page')
  expect(page.text).toContain(`Pay ₹ 5,000 for ${reference}`)
  expect(page.text).toContain(`Amount due for ${reference}: ₹ 5,000`)
  expect(page.text).not.toContain('Nothing is waiting for you.')
  expect(page.html).toContain(`href="/membership/pay/${payReference}"`)
  expect((await linkIn(page.html)).searchParams.get('tr')).toBe(payReference)
  expect((await (await openOwn('owes-nothing@example.org')).open('/my-page')).html).not.toContain('FEE')

  const move = { reference, move: 'no-payment', typed: { reason: 'The Council waived it.' } }
  await moveCase(db, await makeCaseworker(db, autumn), origin, move, autumn)
  const after = await own.open('/my-page')
  expect(after.html).not.toMatch(/FEE2345679|upi:/)
  expect(after.text).toContain('Nothing is waiting for you.')
})

/** The link on a page, which must be what its code says. */
async function linkIn(html: string): Promise<URL> {
  const href = /href="(upi:[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const svg = /<svg[^>]*aria-label="UPI code[^>]*>.*?<\/svg>/s.exec(html)?.[0] ?? ''
  const drawn = svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"')
  const { data, info } = await sharp(Buffer.from(drawn))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(href)
  return new URL(href)
}
