import { expect } from 'vitest'
import { makeDraft } from '#test/makers/content.ts'
import { actorFor } from '#test/makers/staff.ts'
import { readUndo, withFlash } from '#test/harness/http.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

/** An action's result is shown once, on the next page, with Undo if possible. */

const status = /<div[^>]* role="status"[^>]*>/
const profile = { name: 'Asha Verma', phone: '+91 141 1234567' }

test('a page says once what was done, from a cookie that scripts cannot read', async ({ visit, callers }) => {
  const { cookie } = callers.admin
  const answer = await visit('/account/profile', { form: profile, headers: { origin, cookie } })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account/profile'])
  const [set = ''] = answer.headers.getSetCookie()
  expect(set).toMatch(/^iaps_flash=[\w.-]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)

  const shown = await visit('/account/profile', {
    headers: { cookie: withFlash(cookie, answer.headers.getSetCookie()) },
  })
  const page = await shown.text()
  expect(page).toMatch(status)
  expect(page).toContain('Profile saved.')
  expect(shown.headers.get('cache-control')).toBe('no-store')
  expect(shown.headers.getSetCookie()).toEqual(['iaps_flash=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])

  const again = await (await visit('/account/profile', { headers: { cookie } })).text()
  expect(again).not.toMatch(status)
  expect(again).not.toContain('Profile saved.')
})

test('without a mail server no message says that an email was sent', async ({ visit, callers }) => {
  const { cookie } = callers.admin
  const form = { email: 'new.editor@example.org', role: 'editor', reason: 'Edits the newsletter.' }
  const answer = await visit('/admin/staff', { form, headers: { origin, cookie } })
  const headers = { cookie: withFlash(cookie, answer.headers.getSetCookie()) }
  const page = await (await visit('/admin/staff', { headers })).text()

  expect(page).toContain('Invitation created. No mail server is set up, so the email waits in the email log.')
  expect(page).not.toContain('Invitation sent.')
})

test('another page leaves the message alone, and a refused form does not show it', async ({
  visit,
  callers,
}) => {
  const { cookie } = callers.admin
  const answer = await visit('/account/profile', { form: profile, headers: { origin, cookie } })
  const shownOnce = { cookie: withFlash(cookie, answer.headers.getSetCookie()) }

  const other = await visit('/account/password', { headers: shownOnce })
  expect(other.headers.getSetCookie()).toEqual([])
  expect(await other.text()).not.toMatch(status)
})

test('a changed, foreign or old message is not shown', async ({ visit, callers }) => {
  const { cookie } = callers.admin
  const answer = await visit('/account/profile', { form: profile, headers: { origin, cookie } })
  const right = withFlash(cookie, answer.headers.getSetCookie())
  const [, text = '', signature = ''] = /iaps_flash=([\w-]+)\.([\w-]+)/.exec(right) ?? []
  const content = JSON.parse(Buffer.from(text, 'base64url').toString()) as object
  const other = Buffer.from(JSON.stringify({ ...content, flash: { key: 'settings-saved' } }))
  const forged = [
    `${other.toString('base64url')}.${signature}`,
    `${text}.`,
    text,
    '.',
    'x',
    '%E0%A4%A',
    `${text}.${'A'.repeat(43)}`,
  ]
  for (const flash of forged) {
    const page = await visit('/account/profile', { headers: { cookie: `${cookie}; iaps_flash=${flash}` } })
    expect([flash, page.status]).toEqual([flash, 200])
    expect(await page.text()).not.toMatch(status)
  }
})

test('a public page neither shows a message nor takes it, and stays the same for everyone', async ({
  visit,
  callers,
}) => {
  const answer = await visit('/account/profile', {
    form: profile,
    headers: { origin, cookie: callers.admin.cookie },
  })
  const cookie = withFlash('a=b', answer.headers.getSetCookie())
  const page = await visit('/news', { headers: { cookie } })

  expect(page.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, must-revalidate')
  expect(page.headers.getSetCookie()).toEqual([])
  expect(await page.text()).toBe(await (await visit('/news')).text())
})

test.for([
  '/admin/settings?saved',
  '/admin/staff?invited',
  '/admin/staff?withdrawn',
  '/admin/menu?did=up&changed=%2Fiaps',
  '/admin/mail?resent=1&left=0',
  '/account/profile?saved',
  '/account/profile?sent',
  '/account/profile?confirmed',
  '/account/password?saved',
  '/editor/links?did=added',
  '/editor/people?done=bin&moved=1',
  '/editor/cases?done=3',
  '/editor/enquiries?done=close&moved=1',
  '/editor/subscribers?removed=1',
  '/editor/payments?undone=yes',
  '/editor/people/import?discarded',
  '/editor/media?added=1',
  '/editor/content/news?did=bin&moved=1&left=0',
])('%s from an older site opens and says nothing', async (path, { visit, callers }) => {
  const page = await visit(path, { headers: { cookie: callers.admin.cookie } })

  expect(page.status).toBe(200)
  const notices = (await page.text()).match(/<div[^>]* role="status"[^>]*>.*?<\/div>/g) ?? []
  expect(notices.filter((text) => !text.includes('Emails are stored, not sent'))).toEqual([])
})

test('the message about a deleted entry has a button that restores it', async ({ visit, site, callers }) => {
  const { cookie, id } = callers.admin
  const draft = await makeDraft(site.db, actorFor({ id, role: 'admin' }), autumn)
  const page = `/editor/entries/${draft.id}`
  const form = { move: 'bin', version: String(draft.version) }

  const undo = await undoIn(page, await visit(`${page}?do=move`, { form, headers: { origin, cookie } }))
  expect(undo).toMatchObject({ action: `${page}?do=move`, form: { move: 'restore', version: form.version } })
  const restored = await visit(undo.action, { form: undo.form, headers: { origin, cookie } })
  expect(restored.status).toBe(302)
  expect(await stateOf(draft.id)).toBe('draft')

  async function undoIn(path: string, answer: Response) {
    const headers = { cookie: withFlash(cookie, answer.headers.getSetCookie()) }
    return readUndo(await (await visit(path, { headers })).text())
  }
  async function stateOf(id: string) {
    const row = await site.db.selectFrom('entry').select('state').where('id', '=', id).executeTakeFirst()
    return row?.state
  }
})

test('a deleted redirect and a changed menu are undone by their buttons', async ({ visit, callers }) => {
  const headers = { origin, cookie: callers.admin.cookie }
  const redirect = { from: '/old-flash.html', to: '/news' }
  await visit('/editor/links?do=add', { form: redirect, headers })
  const removed = await undo('/editor/links', '/editor/links?do=remove', { from: redirect.from })
  expect(removed).toEqual({ action: '/editor/links?do=add', form: redirect })
  await visit(removed.action, { form: removed.form, headers })
  expect((await visit(redirect.from)).headers.get('location')).toBe(redirect.to)

  const menu = await (await visit('/admin/menu', { headers })).text()
  const [, shownHash = ''] = /name="shownHash" value="([^"]+)"/.exec(menu) ?? []
  const moved = await undo('/admin/menu', '/admin/menu?do=down', { item: '/iaps', shownHash })
  expect(moved.action).toBe('/admin/menu?do=undo')
  expect((await visit(moved.action, { form: moved.form, headers })).status).toBe(302)

  async function undo(page: string, action: string, form: Record<string, string>) {
    const answer = await visit(action, { form, headers })
    const cookie = withFlash(callers.admin.cookie, answer.headers.getSetCookie())
    return readUndo(await (await visit(page, { headers: { cookie } })).text())
  }
})

test('several people are removed from the public directory and added again', async ({ visit, callers }) => {
  const { cookie } = callers.admin
  const list = '/editor/people?listed=yes'
  const page = await (await visit(list, { headers: { cookie } })).text()
  const rows = [...page.matchAll(/name="(row-[\w-]+)"/g)].slice(0, 2).map(([, name = '']) => [name, 'on'])
  const form = Object.fromEntries(rows) as Record<string, string>
  const answer = await visit(`${list}&do=unlist`, { form, headers: { origin, cookie } })
  const shownOnce = { cookie: withFlash(cookie, answer.headers.getSetCookie()) }
  const shown = await (await visit(list, { headers: shownOnce })).text()

  expect(shown).toContain('2 people removed from the public directory.')
  expect(readUndo(shown)).toEqual({ action: `${list}&do=list`, form })
  const back = await visit(`${list}&do=list`, { form, headers: { origin, cookie } })
  expect(withFlash('', back.headers.getSetCookie())).not.toBe('')
})
