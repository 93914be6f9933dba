import { expect } from 'vitest'
import { siteWithClock } from '#test/harness/clocks.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin, test, type TestSite } from '#test/harness/site.ts'
import { cookieHeader, rightPassword, tokenIn } from '#test/makers/staff.ts'
import { dumpState } from '#test/harness/databases/dump-tables.ts'
import { codeFor, makeCaller, type Caller } from '#test/harness/visitors.ts'

/** A stolen cookie, or one left at an unlocked computer, forty minutes after its owner proved who they are. */

const later = new Date(autumn.getTime() + 40 * 60_000)

const openLater = (testSite: TestSite) => openAt(testSite, later)

async function openAt(testSite: TestSite, now: Date) {
  captureLog()
  const { site, clock } = await siteWithClock(testSite)
  clock.now = now
  const post = (cookie: string, path: string, form: Record<string, string> = {}) =>
    site.respond(
      new Request(origin + path, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { origin, cookie },
      }),
    )
  return { site, post }
}

const factorRows = async (testSite: TestSite) => {
  const { staff_totp, staff_passkey, staff_recovery_code } = await dumpState(testSite.site.db)
  return { staff_totp, staff_passkey, staff_recovery_code }
}

const changes: { act: string; hasApp: boolean; form?: Record<string, string> }[] = [
  { act: 'begin-app', hasApp: false },
  { act: 'confirm-app', hasApp: false, form: { code: '000000' } },
  { act: 'remove-app', hasApp: true },
  { act: 'remove-passkey', hasApp: true, form: { id: 'some' } },
  { act: 'new-codes', hasApp: true },
]

/** An editor, so that 30 minutes without a request do not end the session. */
const makeEditor = (testSite: TestSite, hasApp: boolean): Promise<Caller> =>
  makeCaller(testSite, { role: 'editor', hasApp })

test.for(changes)(
  'to $act needs proof, and works with the password',
  async ({ act, hasApp, form }, { testSite }) => {
    const { cookie } = await makeEditor(testSite, hasApp)
    const { post } = await openLater(testSite)
    const path = `/account/factors?do=${act}`
    const before = await factorRows(testSite)

    const requested = await post(cookie, path, form)
    expect(requested.status).toBe(403)
    expect(await requested.text()).toContain('Confirm your password')
    expect((await post(cookie, path, { ...form, confirmation: 'not the password at all' })).status).toBe(403)
    expect(await factorRows(testSite)).toEqual(before)

    const answer = await post(cookie, path, { ...form, confirmation: rightPassword })
    expect([200, 302, 409]).toContain(answer.status)
    expect(answer.headers.getSetCookie().join()).toContain('iaps_session=')
  },
)

test('the key of an app that is being set up is shown only with fresh proof', async ({ testSite }) => {
  const { cookie } = await makeEditor(testSite, false)
  const begin = { method: 'POST', body: new URLSearchParams(), headers: { origin, cookie } }
  await testSite.site.respond(new Request(`${origin}/account/factors?do=begin-app`, begin))
  const { site, post } = await openLater(testSite)
  const showsKey = async (cookie: string) => {
    const answers = ['/account/factors', '/account/factors.data'].map(async (path) =>
      (await site.respond(new Request(origin + path, { headers: { cookie } }))).text(),
    )
    return (await Promise.all(answers)).map((page) => /\b[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}\b/.test(page))
  }

  expect(await showsKey(cookie)).toEqual([false, false])
  const proved = await post(cookie, '/account/confirm', { password: rightPassword })
  expect(await showsKey(cookieHeader(proved.headers.getSetCookie()))).toEqual([true, true])
})

test('a passkey can be neither started nor added without fresh proof', async ({ testSite }) => {
  const { cookie } = await makeEditor(testSite, false)
  const { post } = await openLater(testSite)

  expect((await post(cookie, '/account/passkey?do=options')).status).toBe(403)
  expect((await post(cookie, '/account/passkey', { name: 'A key', response: '{}' })).status).toBe(403)
})

test('a recovery code opens the account and is no proof; the password is', async ({ testSite }) => {
  const { id, cookie } = await makeEditor(testSite, true)
  const { post } = await openLater(testSite)
  const shown = await post(cookie, '/account/factors?do=new-codes', { confirmation: rightPassword })
  const [recoveryCode = ''] = (await shown.text()).match(/\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b/) ?? []
  const fresh = cookieHeader(shown.headers.getSetCookie())

  const opened = await post(fresh, '/admin/second-factor?do=recovery', { recoveryCode })
  expect(opened.status).toBe(302)
  const byCode = cookieHeader(opened.headers.getSetCookie())
  expect((await post(byCode, '/account/factors?do=new-codes')).status).toBe(403)

  const proved = await post(byCode, '/account/confirm', { password: rightPassword })
  const byPassword = cookieHeader(proved.headers.getSetCookie())
  expect((await post(byPassword, '/account/factors?do=new-codes')).status).toBe(200)
  expect(await codeFor(testSite, id)).toMatch(/^\d{6}$/)
})

test('an administrator without fresh proof makes no new administrator from the letter of an invitation', async ({
  testSite,
}) => {
  const { cookie } = await makeCaller(testSite, { role: 'admin' })
  const { site, post } = await openAt(testSite, new Date(autumn.getTime() + 20 * 60_000))
  const get = async (cookie: string, path: string) =>
    (await site.respond(new Request(origin + path, { headers: { cookie } }))).text()
  const invitation = { email: 'new.admin@example.org', role: 'admin', reason: 'Takes over' }
  const admin = await makeCaller(testSite, { role: 'admin' })
  expect((await post(cookie, '/admin/staff', invitation)).status).toBe(403)
  const invited = await post(admin.cookie, '/admin/staff', { ...invitation, confirmation: rightPassword })
  expect(invited.status).toBe(302)
  const withdrawal = { email: invitation.email }
  expect((await post(cookie, '/admin/staff?do=withdraw', withdrawal)).status).toBe(403)
  const token = await tokenIn(site.db, 'staff.invited')
  const { id } = await site.db
    .selectFrom('mail')
    .select('id')
    .where('kind', '=', 'staff.invited')
    .executeTakeFirstOrThrow()

  for (const path of [`/admin/mail/${id}`, `/admin/mail/${id}.data`]) {
    const page = await get(cookie, path)
    expect([page.includes('?token=(hidden)'), page.includes(token)]).toEqual([true, false])
  }

  const proved = await post(cookie, `/account/confirm?next=/admin/mail/${id}`, { password: rightPassword })
  expect(proved.headers.get('location')).toBe(`/admin/mail/${id}`)
  const fresh = cookieHeader(proved.headers.getSetCookie())
  expect(await get(fresh, `/admin/mail/${id}`)).toContain(token)
  expect((await post(fresh, '/admin/staff?do=withdraw', withdrawal)).headers.get('location')).toBe(
    '/admin/staff',
  )
  expect(await get('', `/admin/link/invite?token=${token}`)).not.toContain('You are invited')
})
