import { expect } from 'vitest'
import { post } from '#test/makers/caller-post.ts'
import { ageRule, makeRulebook } from '#test/makers/rulebooks.ts'
import { ask } from '#test/harness/http.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

test('visitors read the rules in force, also in search and in the map of the site', async ({
  site,
  visit,
}) => {
  await makeRulebook(site.db, autumn, { name: 'Election to the Senate', subject: null })
  await makeRulebook(site.db, autumn, { name: 'Unfinished rules', subject: null, publish: false })
  const html = await (await visit('/fellowship/rules')).text()

  expect(html).toContain('id="election-to-the-senate"')
  expect(html).toContain(ageRule.words)
  expect(html).not.toContain('Unfinished rules')
  expect(await (await visit('/sitemap.xml')).text()).toContain(`<loc>${origin}/fellowship/rules</loc>`)
  expect(await (await visit('/search?q=senate')).text()).toContain(
    'href="/fellowship/rules#election-to-the-senate"',
  )
  expect(await (await visit('/fellowship')).text()).toContain('href="/fellowship/rules"')
})

const typed = {
  ...{ clause: '7', words: 'A citation has at most 50 words.', stage: 'scrutiny' },
  ...{ from: '', to: '', revision: '1', 'value-text': 'citation', 'value-unit': 'Words' },
  ...{ 'value-least': '', 'value-most': '50' },
}

test('an administrator writes a rule with its examples and publishes it, without scripts', async ({
  port,
  callers,
  visit,
}) => {
  const send = async (path: string, form: Record<string, string>) => {
    const { status, headers, bytes } = await post(port, path, callers.admin, form)
    return { status, to: headers['location'] ?? '', html: bytes.toString() }
  }
  const created = await send('/admin/rulebooks', { name: 'Rules of the lecture', subject: '' })
  const page = created.to
  expect([created.status, page]).toEqual([302, expect.stringMatching(/^\/admin\/rulebooks\/[\w-]+$/)])
  const early = await send(`${page}?do=publish`, { number: '1', note: '' })
  expect([early.status, early.html.includes('The draft has no rules.')]).toEqual([409, true])

  const form = await ask(port, `${page}/rules/new?check=words`, { cookie: callers.admin.cookie })
  expect(form.bytes.toString()).toContain('name="value-most"')
  const unnamed = await send(`${page}/rules/new?check=words`, { ...typed, clause: '' })
  expect([unnamed.status, unnamed.html.includes('Enter the clause.')]).toEqual([400, true])
  const wrong = await send(`${page}/rules/new?check=words`, { ...typed, 'value-most': 'fifty' })
  expect([wrong.status, wrong.html.includes('href="#value-most"')]).toEqual([400, true])
  const saved = await send(`${page}/rules/new?check=words`, typed)
  const rulePage = saved.to.replace('#examples', '')
  expect(saved.status).toBe(302)

  const nameless = await send(`${rulePage}?do=example`, {
    name: '',
    expect: 'met',
    'fact-citationWords': '50',
  })
  expect(nameless.html).toContain('href="#name"')
  expect(nameless.html).toContain('id="name"')
  const example = { name: 'fifty', expect: 'not-met', 'fact-citationWords': '50' }
  const contradicts = await send(`${rulePage}?do=example`, example)
  expect(contradicts.status).toBe(409)
  expect(contradicts.html).toContain('The example “fifty” must fail, but the rule says: met.')
  await send(`${rulePage}?do=example`, { ...example, expect: 'met' })
  await send(`${rulePage}?do=example`, { ...example, name: 'fifty-one', 'fact-citationWords': '51' })
  const stricter = await send(rulePage, { ...typed, 'value-most': '40' })
  expect([stricter.status, stricter.html.includes('“fifty”')]).toEqual([409, true])

  const published = await send(`${page}?do=publish`, { number: '1', note: 'First.' })
  expect(published.status).toBe(302)
  expect(await (await visit('/fellowship/rules')).text()).toContain('A citation has at most 50 words.')
  expect((await send(rulePage, typed)).status).toBe(404)
  expect((await ask(port, `${page}/cases`, { cookie: callers.admin.cookie })).status).toBe(404)
})

test('an administrator adds the rulebooks that are missing with one click', async ({ port, callers }) => {
  const read = async () =>
    (await ask(port, '/admin/rulebooks', { cookie: callers.admin.cookie })).bytes.toString()
  const [button, page] = ['Add as drafts', '/admin/rulebooks?do=add-missing']
  if ((await read()).includes(button))
    expect((await post(port, page, callers.admin, {})).headers['location']).toBe('/admin/rulebooks')
  expect(await read()).not.toContain(button)
  expect(await read()).toContain('Nominations for awards')
  expect((await post(port, '/admin/rulebooks?do=nothing', callers.admin, {})).status).toBe(400)
})

test('addresses of rules that do not exist are not found', async ({ port, callers }) => {
  const status = async (path: string) => (await ask(port, path, { cookie: callers.admin.cookie })).status
  expect(await status('/admin/rulebooks/x')).toBe(404)
  expect(await status('/admin/rulebooks/x/cases')).toBe(404)
  expect(await status('/admin/rulebooks/x/rules/new?check=words')).toBe(404)
})
