import { expect } from 'vitest'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { pagesOf } from '#test/harness/pdf/pages.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { kinds, test } from '#test/harness/visitors.ts'
import { makeReceived, receiptPath } from '#test/makers/casework.ts'
import { codeMailedTo, makeReached, sendCodes } from '#test/makers/own-pages.ts'

/** The receipt for a payment: for the person who paid and for those who work on the application. */

async function signedIn({ site, config }: TestSite, email: string) {
  await makeReached(site.db, email, autumn)
  const browser = openPlainBrowser(site)
  await browser.post('/my-page/sign-in', { email })
  await sendCodes(site.db, autumn, config.secret)
  await browser.post('/my-page/code', { code: await codeMailedTo(site.db, email) })
  return browser
}

test('a member opens the receipt from My page; another member and a stranger find nothing', async ({
  site,
  testSite,
}) => {
  captureLog()
  const email = 'payer@own.example'
  const { id } = await makeReceived(site.db, autumn, { email })
  const browser = await signedIn(testSite, email)
  const path = `/my-page/receipts/${id}`
  expect((await browser.open('/my-page')).html).toContain(`href="${path}"`)

  const receipt = await browser.open(path)
  expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(receipt.headers.get('content-disposition')).toMatch(/^inline; filename="MA-2026-\d+-R\w{6}\.pdf"$/)
  expect(receipt.headers.get('cache-control')).toBe('no-store')
  expect((await pagesOf(receipt.bytes)).join(' ')).toContain('Dr Asha Sample')
  expect((await browser.open(path)).bytes.equals(receipt.bytes)).toBe(true)

  const other = await signedIn(testSite, 'other-payer@own.example')
  for (const one of [other, openPlainBrowser(site)])
    for (const address of [path, '/my-page/receipts/none', '/my-page/receipts/%27']) {
      const answer = await one.open(address)
      expect([answer.status, answer.html]).toEqual([404, expect.stringContaining('There is no receipt here')])
    }
})

test('the office opens it from the statement and the case; nobody else learns that there is one', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const made = await makeReceived(site.db, autumn)
  const path = receiptPath(made)
  const { cookie } = callers.office
  for (const page of [`/editor/payments/${made.statement}?show=matched`, `/editor/cases/${made.reference}`])
    expect((await ask(port, page, { cookie })).text).toContain(`href="${path}"`)
  const receipt = await ask(port, path, { cookie })
  expect([receipt.status, receipt.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect((await pagesOf(receipt.bytes)).join(' ')).toContain(made.reference)

  for (const kind of kinds.filter((kind) => kind !== 'admin' && kind !== 'office')) {
    const headers = callers[kind].cookie ? { cookie: callers[kind].cookie } : {}
    const [there, absent] = [
      await ask(port, path, headers),
      await ask(port, receiptPath({ ...made, id: 'none' }), headers),
    ]
    expect([there.status, there.text.replaceAll(made.id, 'none')], kind).toEqual([absent.status, absent.text])
    expect(there.status, kind).not.toBe(200)
  }
})
