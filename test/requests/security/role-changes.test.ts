import { expect } from 'vitest'
import { countAdmins } from '#features/staff/accounts/queries.server.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { dumpState } from '#test/harness/databases/dump-tables.ts'
import { makeCaller, signInAgain, test, type Caller } from '#test/harness/visitors.ts'
import { post, withCookie } from '#test/makers/caller-post.ts'

/** Changing roles and disabling accounts over HTTP. */

const reason = 'As the council decided.'

test.for(['change-role', 'disable', 'reset-factors', 'approve', 'enable', 'unlink'])(
  'an administrator cannot %s their own account, and sees why',
  async (move, { port, site, callers }) => {
    captureLog()
    const before = await dumpState(site.db)
    const more = move === 'unlink' ? { id: 'x' } : {}
    const form =
      move === 'approve' || move === 'change-role' ? { role: 'editor', reason } : { reason, ...more }
    const answer = await post(port, `/admin/staff/${callers.admin.id}?do=${move}`, callers.admin, form)

    expect(answer.status).toBe(409)
    expect(answer.text).toContain('You cannot do this to your own account. Ask another administrator.')
    expect(await dumpState(site.db)).toEqual(before)
  },
)

test('the approving administrator sees that the role was typed at registration', async ({
  site,
  callers,
}) => {
  const path = `/admin/staff/${callers.pending.id}`
  const page = await site.respond(new Request(origin + path, { headers: { cookie: callers.admin.cookie } }))
  const html = await page.text()

  expect(html).toContain('Requested role: Administrator.')
  const choices = html.match(/<input[^>]*name="role"[^>]*>/g) ?? []
  expect(choices.filter((input) => input.includes('checked')).join()).toContain('value="editor"')
})

test('two administrators who demote or disable each other in parallel leave one', async ({
  testSite,
  port,
}) => {
  captureLog()
  for (const move of ['change-role', 'disable', 'change-role', 'disable']) {
    await demoteAll(testSite)
    const [one, two] = [await makeAdmin(testSite), await makeAdmin(testSite)]
    const form = move === 'change-role' ? { role: 'editor', reason } : { reason }
    const answers = await Promise.all([
      post(port, `/admin/staff/${one.id}?do=${move}`, two, form),
      post(port, `/admin/staff/${two.id}?do=${move}`, one, form),
    ])

    const done = answers.filter(({ headers }) => headers.location?.startsWith('/admin/staff/'))
    expect(done).toHaveLength(1)
    expect(await countAdmins(testSite.site.db)).toBe(1)
  }
})

test('a demoted or disabled person has no session left, from the next request on', async ({
  testSite,
  port,
}) => {
  captureLog()
  const admin = await makeAdmin(testSite)
  for (const [move, form] of [
    ['change-role', { role: 'editor', reason }],
    ['disable', { reason }],
    ['reset-factors', { reason }],
  ] as const) {
    const other = await makeAdmin(testSite)
    await signInAgain(testSite, other, autumn)
    expect((await ask(port, '/admin/dashboard', withCookie(other))).status).toBe(200)
    expect((await post(port, `/admin/staff/${other.id}?do=${move}`, admin, form)).status).toBe(302)

    const after = await ask(port, '/admin/dashboard', withCookie(other))
    expect([after.status, after.headers.location?.split('?')[0]]).toEqual([302, '/admin/admin-editor-login'])
  }
})

test('someone whose session has ended reads that on the sign-in page, and a visitor does not', async ({
  port,
  callers,
}) => {
  const read = async (cookie: string) =>
    (await ask(port, '/admin/admin-editor-login', { ...(cookie && { cookie }) })).bytes.toString()

  expect(await read(callers.expired.cookie)).toContain('Your session has ended')
  expect(await read(callers.disabled.cookie)).toContain('Your session has ended')
  expect(await read('')).not.toContain('Your session has ended')
})

function makeAdmin(testSite: TestSite): Promise<Caller> {
  return makeCaller(testSite, { role: 'admin', hasApp: true })
}

async function demoteAll({ site: { db } }: TestSite) {
  await db.updateTable('staff_user').set({ role: 'editor' }).where('role', '=', 'admin').execute()
}
