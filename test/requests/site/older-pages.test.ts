import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { listOfficers, saveOfficers, shownHashOfOfficers } from '#features/certificates/officers.server.ts'
import { changeMenu } from '#features/menu/operations.server.ts'
import { readMenus } from '#features/menu/queries.server.ts'
import { toTyped } from '#features/settings/declared.ts'
import { onPage, type SettingPage } from '#features/settings/pages.ts'
import type { Settings } from '#features/settings/settings.ts'
import { changeSettings, shownHashOfPage } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

/** What is saved from a page that someone else's save has outdated. Entries and people have their own tests. */

test('settings saved from an outdated page are refused with both values and keep everything that was typed', async ({
  visit,
  site: { db },
  callers,
}) => {
  captureLog()
  const headers = { origin, cookie: callers.admin.cookie }
  const seen = await readSettings(db)
  await changeSettings(db, system, { phone: '+91 111' }, autumn)
  const typed = {
    ...formOf('academy', seen),
    phone: '+91 222',
    postalAddress: 'Line 1\r\nLine 2',
  }
  const refused = await visit('/admin/settings/academy', { form: typed, headers })

  expect(refused.status).toBe(409)
  const page = await refused.text()
  expect(page).toContain('Someone else saved these settings since you opened the page.')
  expect(page).toMatch(/<td[^>]*>\+91 222<\/td><td[^>]*>\+91 111<\/td>/)
  expect(page).toMatch(/<input[^>]*name="phone"[^>]*value="\+91 222"/)
  expect(page).toMatch(/<textarea[^>]*name="postalAddress"[^>]*>Line 1\r?\nLine 2</)
  expect((await readSettings(db)).phone).toBe('+91 111')

  const shownHash = /name="shownHash" value="([\w-]{22})"/.exec(page)?.[1] ?? ''
  const saved = await visit('/admin/settings/academy', {
    form: { ...typed, shownHash },
    headers,
    redirect: 'manual',
  })
  expect(saved.status).toBe(302)
  expect((await readSettings(db)).phone).toBe('+91 222')
})

test('an outdated page asks for no password before it says that it is outdated', async ({
  visit,
  site: { db },
  callers,
}) => {
  captureLog()
  const headers = { origin, cookie: callers.admin.cookie }
  const seen = await readSettings(db)
  await changeSettings(db, system, { neutralSignIn: true }, autumn)
  const form = { ...formOf('access', seen), editorsPublish: 'yes' }

  expect((await visit('/admin/settings/access', { form, headers })).status).toBe(409)
  expect((await readSettings(db)).editorsPublish).toBe(false)
})

test('officers saved from an outdated page are refused with both names, and saved at the second try', async ({
  visit,
  site: { db },
  callers,
}) => {
  captureLog()
  const headers = { origin, cookie: callers.admin.cookie }
  const outdated = shownHashOfOfficers(await listOfficers(db))
  const named = { 1: { name: 'Meera Sample', office: 'President' }, 2: { name: '', office: '' } }
  await saveOfficers(db, system, { named, shownHash: outdated }, autumn)
  const typed = { name1: 'Ravi Sample', office1: 'President', name2: '', office2: '' }
  const save = (shownHash: string) =>
    visit('/admin/settings/officers?do=officers', {
      ...{ form: { ...typed, shownHash }, headers, redirect: 'manual' },
    })

  const refused = await save(outdated)
  expect(refused.status).toBe(409)
  const page = await refused.text()
  expect(page).toContain('Someone else changed the officers or their signatures since you opened the page.')
  expect(page).toMatch(/<td[^>]*>Ravi Sample<\/td><td[^>]*>Meera Sample<\/td>/)
  expect(page).toMatch(/<input[^>]*name="name1"[^>]*value="Ravi Sample"/)
  expect((await listOfficers(db))[0]?.name).toBe('Meera Sample')

  const remove = { form: { slot: '1', shownHash: outdated }, headers }
  expect((await visit('/admin/settings/officers?do=remove', remove)).status).toBe(409)
  expect((await save(hashesIn(page)[0] ?? '')).status).toBe(302)
  expect((await listOfficers(db))[0]?.name).toBe('Ravi Sample')
})

test('a menu change from an outdated page is refused with both menus and keeps the words', async ({
  visit,
  site: { db },
  callers,
}) => {
  captureLog()
  const headers = { origin, cookie: callers.admin.cookie }
  const { shownHash } = await readMenus(db)
  const theirs = { do: 'rename', item: '/archive', label: 'Old papers' } as const
  await changeMenu(db, system, shownHash, theirs, autumn)
  const before = await readMenus(db)
  const form = { item: '/archive', label: 'The vault', shownHash }
  const refused = await visit('/admin/menu?do=rename', { form, headers })

  expect(refused.status).toBe(409)
  const page = await refused.text()
  expect(page).toContain('Someone else changed the menu since you opened the page.')
  expect(page).toMatch(/<td[^>]*>[^<]*The vault[^<]*<\/td><td[^>]*>[^<]*Old papers[^<]*<\/td>/)
  expect(page).toMatch(/<input[^>]*name="label"[^>]*value="The vault"/)
  expect(await readMenus(db)).toEqual(before)
  for (const act of ['undo', 'reset'])
    expect((await visit(`/admin/menu?do=${act}`, { form: { shownHash }, headers })).status).toBe(409)
  expect(await readMenus(db)).toEqual(before)

  const again = { form: { ...form, shownHash: before.shownHash }, headers, redirect: 'manual' } as const
  expect((await visit('/admin/menu?do=rename', again)).status).toBe(302)
})

test('settings from a page that sends no hash are first compared with what is saved', async ({
  visit,
  site: { db },
  callers,
}) => {
  captureLog()
  const headers = { origin, cookie: callers.admin.cookie }
  const { shownHash: mark, ...shown } = formOf('academy', await readSettings(db))
  await changeSettings(db, system, { phone: '+91 111' }, autumn)
  const typed = { ...shown, phone: '+91 222' }
  const save = async (form: Record<string, string>) => {
    const answer = await visit('/admin/settings/academy', { form, headers, redirect: 'manual' })
    const page = await answer.text()
    return { status: answer.status, page, shownHash: hashesIn(page)[0] ?? 'none' }
  }

  const refused = await save({ ...typed, ...(mark && { mark }) })
  expect(refused).toMatchObject({ status: 400, shownHash: '' })
  expect(refused.page).toContain('You opened this page before the site was updated.')
  expect(refused.page).toMatch(/<input[^>]*name="phone"[^>]*value="\+91 222"/)

  const compared = await save({ ...typed, shownHash: refused.shownHash })
  expect(compared.status).toBe(409)
  expect(compared.page).toMatch(/<td[^>]*>\+91 222<\/td><td[^>]*>\+91 111<\/td>/)
  expect((await readSettings(db)).phone).toBe('+91 111')

  expect(await save({ ...typed, shownHash: compared.shownHash })).toMatchObject({ status: 302 })
  expect((await readSettings(db)).phone).toBe('+91 222')
})

test.for([
  ['rename', { item: '/archive', label: 'The vault' }],
  ['add', { group: 'about', label: 'The vault', href: '/news' }],
] as const)(
  'a menu change that a page sends without a hash (%s) is first compared with the current menu',
  async ([act, typed], { visit, site: { db }, callers }) => {
    captureLog()
    const headers = { origin, cookie: callers.admin.cookie }
    const theirs = { do: 'rename', item: '/archive', label: 'Old papers' } as const
    await changeMenu(db, system, (await readMenus(db)).shownHash, theirs, autumn)
    const before = await readMenus(db)
    const change = (form: Record<string, string>) =>
      visit(`/admin/menu?do=${act}`, { form, headers, redirect: 'manual' })

    const refused = await change(typed)
    expect(refused.status).toBe(400)
    // Only the form that was refused names no menu.
    expect(hashesIn(await refused.text()).filter((hash) => hash !== before.shownHash)).toEqual([''])
    const compared = await change({ ...typed, shownHash: '' })
    expect(compared.status).toBe(409)
    expect(new Set(hashesIn(await compared.text()))).toEqual(new Set([before.shownHash]))
    expect(await readMenus(db)).toEqual(before)
  },
)

test.for(['x', '<script>', 'a'.repeat(5000)])(
  'the hash “%s” is refused',
  async (shownHash, { visit, site, callers }) => {
    captureLog()
    const headers = { origin, cookie: callers.admin.cookie }
    const settings = { ...formOf('academy', await readSettings(site.db)), shownHash }
    expect((await visit('/admin/settings/academy', { form: settings, headers })).status).toBe(400)
    expect((await visit('/admin/menu?do=reset', { form: { shownHash }, headers })).status).toBe(400)
  },
)

function hashesIn(page: string): string[] {
  return [...page.matchAll(/name="shownHash" value="([\w-]*)"/g)].map(([, hash]) => hash ?? '')
}

/** A page of the settings, as someone who saw these sends it. */
function formOf(page: SettingPage, seen: Settings): Record<string, string> {
  return {
    ...(onPage(page, toTyped(seen)) as Record<string, string>),
    shownHash: shownHashOfPage(page, seen),
  }
}
