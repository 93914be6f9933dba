import { expect, vi } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { readMenus } from '#features/menu/queries.server.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

const soon = { timeout: 2000, interval: 20 }
const posted = { method: 'POST', origin, 'content-type': 'application/x-www-form-urlencoded' }

test('what an administrator changes is in the header, the side menu, the footer and beside the text', async ({
  port,
  site,
  callers,
}) => {
  const extra = { title: 'Reading room', sections: [] }
  await publishEntry(site.db, { kind: 'page', slug: 'reading-room', data: extra }, autumn)
  const change = async (act: string, form: Record<string, string>) =>
    ask(port, `/admin/menu?do=${act}`, {
      ...posted,
      cookie: callers.admin.cookie,
      body: new URLSearchParams({ ...form, shownHash: (await readMenus(site.db)).shownHash }).toString(),
    })
  await ask(port, '/pages/reading-room')
  const answers = [
    await change('add', { group: 'about', label: 'Reading room', href: '/pages/reading-room' }),
    await change('rename', { item: '/archive', label: 'Old papers' }),
    await change('down', { item: '/iaps' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302])

  await vi.waitFor(async () => {
    const { text } = await ask(port, '/pages/reading-room')
    // The header, the side menu and the margin lead there, each marked as the current page.
    expect(text.match(/<a href="\/pages\/reading-room" aria-current="page">Reading room<\/a>/g)).toHaveLength(
      3,
    )
    expect(text.match(/<a href="\/archive"[^>]*>Old papers<\/a>/g)).toHaveLength(3)
    expect(text.indexOf('href="/iaps/aims-objective-of-iaps"')).toBeLessThan(text.indexOf('href="/iaps"'))
  }, soon)
  const { text } = await ask(port, '/admin/menu', { cookie: callers.admin.cookie })
  expect(text).toContain('Undo the last change')
  expect(text).toContain('/pages/reading-room, added by staff')
  await change('reset', {})
  await vi.waitFor(
    async () => expect((await ask(port, '/')).text).not.toMatch(/Old papers|pages\/reading-room/),
    soon,
  )
})

test.for([
  ['add', { group: 'about', label: 'X', href: 'https://evil.example' }, 400, 'starts with /'],
  ['add', { group: 'about', label: 'X', href: '//evil.example' }, 400, 'starts with /'],
  ['add', { group: 'about', label: '', href: '/news' }, 400, 'Enter a label.'],
  ['add', { group: 'about', label: 'x'.repeat(61), href: '/news' }, 400, '60 characters'],
  [
    'add',
    { group: 'about', label: 'X', href: '/pages/none' },
    409,
    'There is no published page at this address.',
  ],
  ['add', { group: 'about', label: 'IAPS', href: '/news' }, 409, 'has this label'],
  ['rename', { item: '/iaps', label: ' ' }, 400, 'Enter a label.'],
  ['rename', { item: '/none', label: 'X' }, 409, 'no longer exists'],
  ['remove', { item: '/iaps' }, 409, 'not possible'],
  ['up', { item: '/iaps' }, 409, 'not possible'],
] as const)(
  '%s with %o is answered %i: %s',
  async ([act, form, status, sentence], { visit, site, callers }) => {
    captureLog()
    const headers = { origin, cookie: callers.admin.cookie }
    const { shownHash } = await readMenus(site.db)
    const answer = await visit(`/admin/menu?do=${act}`, { form: { ...form, shownHash }, headers })

    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain(sentence)
    expect(await site.db.selectFrom('menu_item').select('item').where('menu', '=', 'now').execute()).toEqual(
      [],
    )
  },
)
