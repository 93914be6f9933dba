import { makeLink } from '#features/staff/joining/links.server.ts'
import { beginTotp } from '#features/staff/factors/factors.server.ts'
import { readStaffTokens } from '#routes/request/staff-cookies.server.ts'
import { findSession } from '#features/staff/session/sessions.server.ts'
import { newId } from '#db/engine/id.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { otherPassword, rightPassword } from '#test/makers/staff.ts'
import { codeFor, makeCaller, signInAgain, type Caller } from '#test/harness/visitors.ts'
import { type Act, reason } from './act.ts'

export async function ownAccount(testSite: TestSite): Promise<Act[]> {
  const someone = () => makeCaller(testSite, { role: 'editor' })
  const withApp = () => makeCaller(testSite, { role: 'editor', hasApp: true })
  const withTwo = await someone()
  await signInAgain(testSite, withTwo, null)
  const factors = { route: 'routes/staff/account/factors' }
  const unproven = await someone()
  const { db } = testSite.site
  await db.updateTable('staff_user').set({ email_verified_at: null }).where('id', '=', unproven.id).execute()
  const started = await someone()
  await beginApp(testSite, started)
  return [
    {
      name: 'change the profile',
      route: 'routes/staff/account/profile',
      path: '/account/profile',
      by: await someone(),
      form: { name: 'Meera R. Rao', phone: '+91 532 246 0001' },
    },
    {
      name: 'ask to confirm the address',
      route: 'routes/staff/account/profile',
      path: '/account/profile?do=verify',
      by: unproven,
      form: {},
    },
    {
      name: 'ask to change the address',
      route: 'routes/staff/account/profile',
      path: '/account/profile?do=address',
      by: await someone(),
      form: { newEmail: 'moved@example.org', current: rightPassword },
    },
    {
      name: 'change the password',
      route: 'routes/staff/account/password',
      path: '/account/password',
      by: await someone(),
      form: { current: rightPassword, password: otherPassword },
    },
    {
      ...factors,
      name: 'begin an app',
      path: '/account/factors?do=begin-app',
      by: await someone(),
      form: {},
    },
    {
      ...factors,
      name: 'confirm an app',
      path: '/account/factors?do=confirm-app',
      by: started,
      form: { code: await codeFor(testSite, started.id) },
      status: 200,
    },
    {
      ...factors,
      name: 'make new codes',
      path: '/account/factors?do=new-codes',
      by: await withApp(),
      form: {},
      status: 200,
    },
    {
      ...factors,
      name: 'remove the app',
      path: '/account/factors?do=remove-app',
      by: await withApp(),
      form: {},
    },
    {
      ...factors,
      name: 'remove a passkey',
      path: '/account/factors?do=remove-passkey',
      by: await withPasskey(testSite),
      form: { id: 'passkey-of-a-test' },
    },
    {
      name: 'begin to add a passkey',
      route: 'routes/staff/account/passkey-add',
      path: '/account/passkey?do=options',
      // The library reads the clock itself to check whether the session is fresh.
      by: await signInAgain(testSite, await someone(), null, new Date()),
      form: {},
      status: 200,
    },
    {
      name: 'confirm who one is',
      route: 'routes/staff/sign-in/confirm',
      path: '/account/confirm?next=/account/profile',
      by: await someone(),
      form: { password: rightPassword },
    },
    {
      name: 'end another session',
      route: 'routes/staff/account/sessions',
      path: '/account/sessions',
      by: withTwo,
      form: { id: await otherSession(testSite, withTwo) },
    },
    {
      name: 'sign out everywhere',
      route: 'routes/staff/account/sessions',
      path: '/account/sessions?do=everywhere',
      by: await someone(),
      form: {},
    },
    {
      name: 'sign out',
      route: 'routes/staff/sign-in/sign-out',
      path: '/admin/sign-out',
      by: await someone(),
      form: {},
    },
  ]
}

export async function otherAccounts(testSite: TestSite): Promise<Act[]> {
  const by = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const invite = { email: `${newId()}@example.org`, role: 'editor', reason }
  const move = (name: string, { id }: Caller, form: Record<string, string>): Act => ({
    name,
    route: 'routes/staff/accounts/staff-account',
    path: `/admin/staff/${id}?do=${name}`,
    by,
    form,
  })
  const withdrawn = `${newId()}@example.org`
  const invitation = { purpose: 'invite', email: withdrawn, role: 'editor', madeBy: by.id } as const
  await makeLink(testSite.site.db, testSite.config.origin, invitation, autumn)
  return [
    { name: 'invite', route: 'routes/staff/accounts/staff-accounts', path: '/admin/staff', by, form: invite },
    {
      name: 'withdraw an invitation',
      route: 'routes/staff/accounts/staff-accounts',
      path: '/admin/staff?do=withdraw',
      by,
      form: { email: withdrawn },
    },
    move('approve', await makeCaller(testSite, { role: 'admin', state: 'pending' }), {
      role: 'editor',
      reason,
    }),
    move('change-role', await makeCaller(testSite, { role: 'editor' }), { role: 'admin', reason }),
    move('disable', await makeCaller(testSite, { role: 'editor' }), { reason }),
    move('enable', await makeCaller(testSite, { role: 'editor', state: 'disabled' }), { reason }),
    move('reset-factors', await makeCaller(testSite, { role: 'editor', hasApp: true }), { reason }),
  ]
}

async function beginApp({ site, config }: TestSite, { cookie }: Caller) {
  const session = await findSession(site.db, readStaffTokens(cookie, config.origin).session, autumn)
  if (session) await beginTotp(site.db, config, session)
}

/** As it would be stored after a ceremony; nobody can sign in with it. */
async function withPasskey(testSite: TestSite): Promise<Caller> {
  const caller = await makeCaller(testSite, { role: 'editor' })
  const key = {
    id: 'passkey-of-a-test',
    name: 'A key',
    public_key: 'none',
    credential_id: newId(),
    counter: 0,
  }
  await testSite.site.db
    .insertInto('staff_passkey')
    .values({ ...key, user_id: caller.id, device_type: 'singleDevice', created_at: autumn.getTime() })
    .execute()
  return signInAgain(testSite, caller, autumn)
}

async function otherSession({ site, config }: TestSite, { id, cookie }: Caller): Promise<string> {
  const here = await findSession(site.db, readStaffTokens(cookie, config.origin).session, autumn)
  const other = await site.db
    .selectFrom('staff_session')
    .select('id')
    .where('user_id', '=', id)
    .where('id', '<>', here?.id ?? '')
    .executeTakeFirstOrThrow()
  return other.id
}
