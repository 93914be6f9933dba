import { createServer } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import { caseTypeNames, caseTypeOf } from '#features/casework/case-types.ts'
import { sendMail } from '#server/mail/mail.server.ts'
import { openSampleCall } from '#test/makers/award-calls.ts'
import { openCalls, rightAnswers } from '#test/makers/cases.ts'
import { fillInForm } from '#test/harness/form-pages.ts'
import { listen } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { startMailServer } from '#test/harness/mail-server.ts'
import { contacted } from '#test/harness/outbound.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

/** Addresses that people write are just words to the site: nothing is ever requested from them. */

test(
  'no form, message or page makes the site request an address that someone wrote',
  { timeout: 300_000 },
  async ({ testSite, site, table, callers, visit }) => {
    captureLog()
    let requested = 0
    const trap = createServer((_, response) => response.end(`${++requested}`))
    const port = await listen(trap)
    onTestFinished(() => void trap.close())
    const url = `http://127.0.0.1:${port}/x.png`
    const post = await startMailServer()
    await openCalls(site.db, autumn)
    await openSampleCall(site.db, autumn)

    contacted.length = 0
    for (const name of caseTypeNames) {
      const browser = openPlainBrowser(site)
      const text = ['statement', 'officeAddress', 'citation', 'research', 'profile', 'website', 'serviceNote']
      const known = text.filter((one) => one in rightAnswers[name])
      const changes = { ...Object.fromEntries(known.map((one) => [one, `See ${url} 211001`])), profile: url }
      await fillInForm(browser, site, name, { ...changes, email: `${name}@example.org` })
      expect(
        (await browser.post(`${caseTypeOf(name, rightAnswers[name]).href}/check`, {})).path,
        name,
      ).toContain('/sent')
    }
    const message = {
      name: url,
      email: 'asha@example.org',
      subject: url,
      message: `Look: ${url}`,
      homepage: '',
    }
    const sent = await openPlainBrowser(site).post('/contact-us', { ...message, from: 'page' })
    expect(sent.status).toBeLessThan(500)
    for (const { path } of table)
      await visit(path, {
        headers: { cookie: callers.admin.cookie, 'x-forwarded-host': `127.0.0.1:${port}` },
      })
    const letters = await site.db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()
    const office = {
      smtpUrl: post.url,
      mailFrom: 'office@iaps.example',
      origin,
      secret: testSite.config.secret,
    }
    for (const { id } of letters) await sendMail(site.db, office, id, autumn, false)

    const network = contacted.filter((one) => !one.startsWith('connect /'))
    expect(new Set(network.filter((one) => one.startsWith('connect ')))).toEqual(
      new Set([`connect 127.0.0.1:${post.port}`]),
    )
    expect(requested).toBe(0)
    expect(post.received.length).toBeGreaterThan(5)
  },
)
