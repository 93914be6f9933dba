import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { makeLink } from '#features/staff/joining/links.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { codeFor, makeCaller, test } from '#test/harness/visitors.ts'
import { clientFrom, cookieHeader, makeStaff, rightPassword, sessionHeader } from '#test/makers/staff.ts'

const config = { origin, secret: 'the secret of a test, long enough' }

test('an administrator without a second factor must set one up, unless the settings say otherwise', async ({
  site,
  visit,
}) => {
  const { id } = await makeStaff(site.db, autumn, { role: 'admin' })
  const session = await beginSession(
    site.db,
    config,
    { userId: id, secondFactorAt: null, provedAt: autumn },
    clientFrom(),
    autumn,
  )
  const headers = { cookie: sessionHeader(config, session) }

  await changeSettings(site.db, system, { secondFactorForAdmins: true }, autumn)
  const led = await visit('/admin/settings', { headers, redirect: 'manual' })
  const own = await visit('/account/factors', { headers })

  await changeSettings(site.db, system, { secondFactorForAdmins: false }, autumn)
  const open = await visit('/admin/settings', { headers })

  expect([led.status, led.headers.get('location')]).toEqual([302, '/account/factors'])
  expect(own.status).toBe(200)
  expect(open.status).toBe(200)
})

test('the sign-in leads such an administrator directly to the second factor, whatever page was requested', async ({
  site,
  visit,
}) => {
  const admin = await makeStaff(site.db, autumn, { role: 'admin' })
  const editor = await makeStaff(site.db, autumn, { role: 'editor' })
  const ledTo = async ({ email }: { email: string }) => {
    const form = { email, password: rightPassword, next: '/account/profile' }
    return (await visit('/admin/admin-editor-login', { form })).headers.get('location')
  }

  await changeSettings(site.db, system, { secondFactorForAdmins: true }, autumn)
  expect([await ledTo(admin), await ledTo(editor)]).toEqual(['/account/factors', '/account/profile'])

  await changeSettings(site.db, system, { secondFactorForAdmins: false }, autumn)
  expect(await ledTo(admin)).toBe('/account/profile')
})

test('an invitation leads an administrator there too, and an editor to the profile', async ({
  site,
  visit,
}) => {
  const { id: madeBy } = await makeStaff(site.db, autumn, { role: 'admin' })
  await changeSettings(site.db, system, { secondFactorForAdmins: true }, autumn)
  const ledTo = async (role: 'admin' | 'editor') => {
    const link = { purpose: 'invite', email: `${role}-invited@example.org`, role, madeBy } as const
    const address = new URL(await makeLink(site.db, origin, link, autumn))
    const token = address.searchParams.get('token') ?? ''
    const form = { token, name: 'Nila Roy', phone: '+91 11 2233 4455', password: rightPassword }
    return (await visit('/admin/link/invite', { form })).headers.get('location')
  }

  expect([await ledTo('admin'), await ledTo('editor')]).toEqual(['/account/factors', '/account/profile'])
})

test('the page that someone wanted opens after the second factor, and no foreign one', async ({
  testSite,
  visit,
}) => {
  const enter = async (next: string) => {
    const { email, id } = await makeCaller(testSite, { role: 'editor', hasApp: true })
    const form = { email, password: rightPassword, next }
    const entered = await visit('/admin/admin-editor-login', { form, headers: { origin } })
    const factorPage = entered.headers.get('location') ?? ''
    const cookie = cookieHeader(entered.headers.getSetCookie())
    const page = await (await visit(factorPage, { headers: { cookie } })).text()
    const action = /<form[^>]* action="([^"]*)"/.exec(page)?.[1] ?? ''
    const code = await codeFor(testSite, id, 1)
    const passed = await visit(action, { form: { code }, headers: { origin, cookie } })
    return [factorPage, passed.headers.get('location')]
  }

  expect(await enter('/editor/people?q=T')).toEqual([
    '/admin/second-factor?next=%2Feditor%2Fpeople%3Fq%3DT',
    '/editor/people?q=T',
  ])
  expect(await enter('//evil.example')).toEqual(['/admin/second-factor', '/editor/dashboard'])
})
