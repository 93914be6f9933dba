import { expect } from 'vitest'
import { countQueues } from '#features/enquiries/queries.server.ts'
import { botStyles, seeded } from '#test/hostile/bots.ts'
import { aLetter, findEnquiryOf, sendOne } from '#test/makers/enquiries.ts'
import { markupStrings } from '#test/hostile/hostile-strings.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn } from '#test/harness/site.ts'
import { listLetters } from '#test/makers/staff.ts'
import { test } from '#test/harness/visitors.ts'
import { post } from '#test/makers/form-post.ts'

/** Writing to the office, as whole requests. */

function typed(number: number, changes: Record<string, string> = {}): Record<string, string> {
  const { homepage = '', from = '', ...letter } = aLetter(number)
  return { ...letter, homepage, from, ...changes }
}

test('the contact page comes from the cache and has the form, without a token', async ({ port }) => {
  await ask(port, '/contact-us')
  const { headers, text } = await ask(port, '/contact-us')

  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=1, must-revalidate')
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
    captureLog()
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
  captureLog()
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

test('an editor may not export the list, and reading a message or a list is one entry', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
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
  captureLog()
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
