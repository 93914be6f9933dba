import { expect } from 'vitest'
import { newsletterLetterJob } from '#features/newsletter/jobs.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { sendNewsletterLetter, type NewsletterLetter } from '#features/newsletter/operations.server.ts'
import { countQueues } from '#features/enquiries/queries.server.ts'
import { botStyles, seeded } from '#test/hostile/bots.ts'
import { aLetter, browser, findEnquiryOf, sendOne } from '#test/makers/enquiries.ts'
import { markupStrings } from '#test/hostile/hostile-strings.ts'
import { ask, withFlash } from '#test/harness/http.ts'
import { takeDownLog } from '#test/harness/log.ts'
import { autumn, origin, type Visit } from '#test/harness/site.ts'
import { addSubscribers, makeIssue } from '#test/makers/newsletters.ts'
import { actorFor, listLetters } from '#test/makers/staff.ts'
import { test } from '#test/harness/visitors.ts'

/** Writing to the office and signing up for the newsletter, as whole requests. */

const urlencoded = 'application/x-www-form-urlencoded'

function post(
  port: number,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams(form).toString()
  const given = { origin, 'content-type': urlencoded, 'user-agent': browser, ...headers }
  return ask(port, path, { method: 'POST', ...given, body })
}

function typed(number: number, changes: Record<string, string> = {}): Record<string, string> {
  const { homepage = '', from = '', ...letter } = aLetter(number)
  return { ...letter, homepage, from, ...changes }
}

test('the contact page comes from the cache and has the form, without a token', async ({ port }) => {
  await ask(port, '/contact-us')
  const { headers, text } = await ask(port, '/contact-us')

  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(text).toMatch(/<form[^>]* action="\/contact-us"/)
  expect(text).not.toMatch(/type="hidden" name="(?!from")/)
  expect(text).toMatch(/<div class="[^"]*trap[^"]*"><label for="homepage">Leave this empty<\/label>/)
})

test('a message is confirmed with its reference and what happens next, and cached nowhere', async ({
  port,
  site,
}) => {
  const { status, text, headers } = await post(port, '/contact-us', typed(1))
  const [reference = ''] = /EQ-2026-\d{4}/.exec(text) ?? []

  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(text).toContain('What happens next')
  expect(await findEnquiryOf(site.db, reference)).toMatchObject({ state: 'new', body: aLetter(1).message })
  expect((await ask(port, '/contact-us')).text).not.toContain(reference)
})

test.for([
  ['name', '', 'enter your name'],
  ['name', 'x'.repeat(101), 'shorten it to 100'],
  ['email', 'nobody', 'enter one address'],
  ['email', 'a@example.org, b@example.org', 'enter one address'],
  ['subject', ' \u0007 ', 'enter a few words about your message'],
  ['message', '\n \n', 'enter your message'],
  ['message', 'y'.repeat(5001), 'shorten it to 5,000'],
] as const)(
  'an error in %s is shown beside it, and every answer is kept',
  async ([field, value, says], { port }) => {
    takeDownLog()
    const letter = typed(2, { message: 'Fünf <b>& "sechs"', [field]: value, homepage: 'own site' })
    const { status, text } = await post(port, '/contact-us', letter)

    expect(status).toBe(400)
    expect(text).toContain('<title>Error: ')
    expect(text).toContain(says)
    expect(text).toContain(`href="#${field}"`)
    for (const [name, saved] of Object.entries(letter))
      if (name !== field && name !== 'message') expect(text, name).toContain(`value="${saved}"`)
    if (field !== 'message') expect(text).toContain('Fünf &lt;b&gt;&amp; &quot;sechs&quot;</textarea>')
  },
)

test('a message with a filled trap is confirmed like any other, and held', async ({ port, site }) => {
  const { status, text } = await post(port, '/contact-us', typed(3, { homepage: 'Asha Sample' }))
  const [reference = ''] = /EQ-2026-\d{4}/.exec(text) ?? []

  expect(status).toBe(200)
  expect(await findEnquiryOf(site.db, reference)).toMatchObject({ state: 'held', body: aLetter(3).message })
})

test('of a burst at the end of a network’s limit exactly the rest is accepted; the others keep their text (G1)', async ({
  port,
  site,
}) => {
  takeDownLog()
  const subject = 'enquiries-from:127.0.0.1'
  const row = { tries: 297, window_ends_at: autumn.getTime() + 1_800_000 }
  await site.db.deleteFrom('throttle').where('subject', '=', subject).execute()
  await site.db
    .insertInto('throttle')
    .values({ subject, ...row })
    .execute()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => post(port, '/contact-us', typed(5000 + at))),
  )
  await site.db.deleteFrom('throttle').where('subject', '=', subject).execute()
  const refused = answers.filter(({ status }) => status === 429)

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(refused).toHaveLength(9)
  for (const { headers, text } of refused) {
    expect(headers['retry-after']).toBe('1800')
    expect(text).toMatch(/May I bring my students[^<]*<\/textarea>/)
  }
})

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
  takeDownLog()
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
    takeDownLog()
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
  takeDownLog()
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
  const begun = await post(port, page, { version: String(version) }, { cookie })
  expect(begun.status).toBe(302)
  expect((await post(port, page, { version: String(version) }, { cookie })).text).toContain(
    'already sending this issue',
  )
  const shownOnce = await ask(port, page, { cookie: withFlash(cookie, begun.headers['set-cookie']) })
  expect(shownOnce.text).toContain('Sending started.')
})

test.for([
  ['/contact-us', ['/newsletter#by-e-mail', '/certificates', '/case-status']],
  ['/newsletter', ['#by-e-mail']],
  ['/fellowship/fellows', ['/certificates']],
  ['/membership/life-members-or-iaps-associates', ['/certificates']],
] as const)('%s leads to what people need there', async ([page, targets], { port }) => {
  const { text } = await ask(port, page)

  for (const target of targets) expect(text).toContain(`href="${target}"`)
  if (page === '/newsletter') expect(text).toContain('id="by-e-mail"')
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

test('whatever a visitor writes is shown to staff literally, in lists, on the page and in files (C4)', async ({
  port,
  site,
  callers,
}) => {
  const cookie = callers.admin.cookie
  const alive = /<script(?! nonce)|<img|<iframe|<object|<svg[^>]* on|<a[^>]* href="(?!\/|#)/i
  const hostile = markupStrings.filter((text) => text.length <= 90)
  const lines = hostile.map((text) => text.replaceAll(/\s+/g, ' '))
  const message = markupStrings.join('\n').slice(0, 5000)
  const sent = []
  for (const [at, line] of lines.slice(0, 25).entries())
    sent.push(
      await sendOne(site.db, autumn, {
        name: line,
        subject: lines[at + 1] ?? line,
        message: `${message}${at}`.slice(-5000),
      }),
    )
  const pages = ['?queue=new', '?queue=held', `/${sent[0]?.id}`, `/${sent[7]?.id}`]
  for (const page of pages) {
    const { text } = await ask(port, `/editor/enquiries${page}`, { cookie })
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    expect(main.length, page).toBeGreaterThan(500)
    expect(main, page).not.toMatch(alive)
    if (page.startsWith('/')) expect(/<pre[^>]*>([\s\S]*?)<\/pre>/.exec(main)?.[1]).toMatch(/^[^<]{3000,}$/)
  }
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

test('an editor may not export the list, and reading a message or a list is one entry', async ({
  port,
  site,
  callers,
}) => {
  takeDownLog()
  const { cookie } = callers.editor
  const form = { format: 'csv', reason: 'For the printer.' }
  expect((await post(port, '/editor/subscribers/export', form, { cookie })).status).toBe(403)
  const { id } = await sendOne(site.db, autumn)
  const before = await site.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()
  for (const path of [`/editor/enquiries/${id}`, '/editor/enquiries', '/editor/subscribers'])
    expect((await ask(port, path, { cookie })).status).toBe(200)

  const entries = await site.db
    .selectFrom('audit_entry')
    .select('action')
    .where('seq', '>', before.seq)
    .orderBy('seq')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual([
    'enquiry.read',
    'enquiry-list.read',
    'newsletter-list.read',
  ])
})

test('a reply to a message that a colleague has answered meanwhile stays on the page and is not sent', async ({
  port,
  site,
  callers,
}) => {
  takeDownLog()
  const { id } = await sendOne(site.db, autumn)
  const path = `/editor/enquiries/${id}?do=reply`
  const { cookie } = callers.editor
  expect((await post(port, path, { reply: 'In May.', version: '1' }, { cookie })).status).toBe(302)
  const late = await post(port, path, { reply: 'In June, I think.', version: '1' }, { cookie })

  expect(late.status).toBe(409)
  expect(late.text).toContain('Someone else changed this enquiry')
  expect(late.text).toContain('In June, I think.</textarea>')
})

test.for(['fills everything', 'drops links'] as const)(
  'a program that %s gets the usual confirmation, is held, and gets no email (G3)',
  async (style, { port, site: { db } }) => {
    const random = seeded(19_941_204)
    const before = await countQueues(db, '')
    const sent = Array.from({ length: 12 }, (_, at) => botStyles[style](random, at))
    for (const { form } of sent) expect((await post(port, '/contact-us', form)).status).toBe(200)

    const after = await countQueues(db, '')
    expect([after.new - before.new, after.held - before.held]).toEqual([0, sent.length])
    const addresses = new Set(sent.map(({ form }) => form['email']))
    expect((await listLetters(db)).filter(({ recipient }) => addresses.has(recipient))).toEqual([])
  },
)
