import { expect } from 'vitest'
import { newsletterLetterJob } from '#features/newsletter/jobs.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import type { NewsletterLetter } from '#features/newsletter/jobs.ts'
import { sendNewsletterLetter } from '#features/newsletter/operations.server.ts'
import { ask, withFlash } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin, type Visit } from '#test/harness/site.ts'
import { addSubscribers, makeIssue } from '#test/makers/newsletters.ts'
import { actorFor, listLetters } from '#test/makers/staff.ts'
import { test } from '#test/harness/visitors.ts'
import { post } from '#test/makers/form-post.ts'

/** Subscribing to the newsletter, unsubscribing and sending an issue, as whole requests. */

async function newsletterTokens(db: Parameters<typeof runDueJobs>[0], email: string) {
  const send = (letter: NewsletterLetter) => sendNewsletterLetter(db, origin, letter, autumn)
  await runDueJobs(db, { [newsletterLetterJob]: send }, () => autumn)
  const text = (await listLetters(db)).findLast(({ recipient }) => recipient === email)?.body_text ?? ''
  const find = (purpose: string) =>
    new RegExp(`/newsletter/${purpose}\\?token=([\\w-]{43})`).exec(text)?.[1] ?? ''
  return { confirm: find('confirm'), leave: find('leave') }
}

async function stateOf(visit: Visit, address: string) {
  const response = await visit(address)
  return { cache: response.headers.get('cache-control'), html: await response.text() }
}

test('people subscribe to the newsletter, confirm and unsubscribe, and opening a link changes nothing', async ({
  port,
  site,
  visit,
}) => {
  captureLog()
  const email = 'reader@example.org'
  expect((await post(port, '/newsletter', { email })).text).toContain('we will send a link to confirm it')
  const { confirm, leave } = await newsletterTokens(site.db, email)
  const row = () =>
    site.db.selectFrom('subscriber').select('confirmed_at').where('email', '=', email).executeTakeFirst()

  const shown = await stateOf(visit, `/newsletter/confirm?token=${confirm}`)
  expect(shown).toMatchObject({ cache: 'no-store', html: expect.stringContaining(email) })
  expect(await row()).toEqual({ confirmed_at: null })
  expect((await post(port, '/newsletter/confirm', { token: confirm })).text).toContain('You have subscribed')
  expect(await row()).toEqual({ confirmed_at: autumn.getTime() })

  expect((await stateOf(visit, `/newsletter/leave?token=${leave}`)).html).toContain('>Unsubscribe</button>')
  expect(await row()).toBeDefined()
  expect((await post(port, '/newsletter/leave', { token: leave })).text).toContain('You have unsubscribed')
  expect(await row()).toBeUndefined()
  expect((await post(port, '/newsletter/leave', { token: leave })).status).toBe(410)
  expect((await stateOf(visit, `/newsletter/leave?token=${leave}`)).html).toContain('This link has expired')
})

const plainForm = { 'content-type': 'application/x-www-form-urlencoded', body: 'List-Unsubscribe=One-Click' }
const inParts = {
  'content-type': 'multipart/form-data; boundary=b',
  body: '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
}

test.for([
  ['a plain form', plainForm],
  ['a form in parts', inParts],
] as const)(
  'a mail program unsubscribes a reader with one click, with %s',
  async ([name, form], { port, site }) => {
    captureLog()
    const email = `${name.replaceAll(' ', '-')}@example.org`
    await post(port, '/newsletter', { email })
    const { leave, confirm } = await newsletterTokens(site.db, email)
    const address = `/newsletter/leave?token=${leave}`
    const isOn = async () =>
      (await site.db.selectFrom('subscriber').select('id').where('email', '=', email).execute()).length === 1
    const press = (path: string, headers: object) => ask(port, path, { method: 'POST', ...form, ...headers })

    expect((await ask(port, address)).status).toBe(200)
    expect((await press(address, { body: 'List-Unsubscribe=Twice' })).status).toBe(400)
    expect((await press(address, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await press(address, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await press(`/newsletter/confirm?token=${confirm}`, {})).status).toBe(403)
    expect((await press(`/newsletter/leave?token=${'A'.repeat(43)}`, {})).status).toBe(410)
    expect(await isOn()).toBe(true)

    expect((await press(address, {})).status).toBe(200)
    expect(await isOn()).toBe(false)
    expect((await press(address, {})).status).toBe(410)
  },
)

test('an administrator sends an issue after reviewing it; an editor cannot', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const { id, version, title } = await makeIssue(
    site.db,
    actorFor({ id: callers.admin.id, role: 'admin' }),
    autumn,
  )
  await addSubscribers(site.db, 2, autumn)
  const page = `/admin/newsletters/${id}`
  const cookie = callers.admin.cookie
  const { text } = await ask(port, page, { cookie })
  expect(text).toContain(`${title}, January 1995`)
  expect(text).toMatch(/Send to (<!-- -->)?\d+/)
  expect((await ask(port, `/editor/entries/${id}`, { cookie })).text).toContain(`href="${page}"`)
  const editor = callers.editor.cookie
  expect((await ask(port, `/editor/entries/${id}`, { cookie: editor })).text).not.toContain(page)
  expect((await ask(port, page, { cookie: editor })).status).toBe(403)

  expect((await post(port, page, { version: '99' }, { cookie })).status).toBe(409)
  const started = await post(port, page, { version: String(version) }, { cookie })
  expect(started.status).toBe(302)
  expect((await post(port, page, { version: String(version) }, { cookie })).text).toContain(
    'already sending this issue',
  )
  const shownOnce = await ask(port, page, { cookie: withFlash(cookie, started.headers['set-cookie']) })
  expect(shownOnce.text).toContain('Sending started.')
})

test('the answer is the same, to the letter, whether an address is subscribed or not', async ({
  port,
  site,
}) => {
  const known = 'known-reader@example.org'
  await post(port, '/newsletter', { email: known })
  await post(port, '/newsletter/confirm', { token: (await newsletterTokens(site.db, known)).confirm })
  const [one, two] = [
    await post(port, '/newsletter', { email: known }),
    await post(port, '/newsletter', { email: 'other-reader@example.org' }),
  ]

  expect(one.status).toBe(two.status)
  expect(one.text.replaceAll(known, '')).toBe(two.text.replaceAll('other-reader@example.org', ''))
})

test('cells of the exported list never start like a formula (C4)', async ({ port, site, callers }) => {
  for (const email of ['=cmd@example.org', '+1@example.org', '-2@example.org', '=1+2@example.org'])
    await sendNewsletterLetter(site.db, origin, { email }, autumn)
  const form = { format: 'csv', reason: 'For the printer.' }
  const { status, text } = await post(port, '/editor/subscribers/export', form, {
    cookie: callers.admin.cookie,
  })

  expect(status).toBe(200)
  expect(text).toContain('cmd@example.org')
  for (const line of text.split('\r\n')) expect(line).not.toMatch(/^"?[=+\-@\t\r]/)
})
