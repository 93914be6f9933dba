import { makeLink } from '#features/staff/joining/links.server.ts'
import { newId } from '#db/engine/id.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { otherPassword, rightPassword } from '#test/makers/staff.ts'
import { codeFor, makeCaller, signInAgain } from '#test/harness/visitors.ts'
import { type Act, visitor } from './act.ts'

export async function waysIn(testSite: TestSite): Promise<Act[]> {
  const known = await makeCaller(testSite, { role: 'editor' })
  const half = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const signIn = { route: 'routes/staff/sign-in/sign-in', path: '/admin/admin-editor-login', by: visitor }
  const forgotten = { route: 'routes/staff/sign-in/forgotten-password', by: visitor, status: 200 }
  const passkey = { route: 'routes/staff/sign-in/passkey-sign-in', by: visitor }
  return [
    { ...signIn, name: 'sign in', form: { email: known.email, password: rightPassword } },
    {
      ...signIn,
      name: 'sign up',
      path: `${signIn.path}?do=sign-up`,
      form: {
        name: 'Tara Nair',
        email: `${newId()}@example.org`,
        phone: '+91 532 246 0000',
        password: otherPassword,
        role: 'admin',
      },
    },
    {
      name: 'pass the second factor',
      route: 'routes/staff/sign-in/second-factor',
      path: '/admin/second-factor',
      by: await signInAgain(testSite, half, null),
      form: { code: await codeFor(testSite, half.id, 1) },
    },
    {
      ...forgotten,
      name: 'ask for a new password',
      path: '/admin/forgotten-password',
      form: { email: known.email },
    },
    {
      ...forgotten,
      name: 'ask for a sign-in link',
      path: '/admin/forgotten-password?do=sign-in-link',
      form: { email: half.email },
    },
    { ...passkey, name: 'begin with a passkey', path: '/admin/passkey?do=options', form: {}, status: 200 },
    { ...passkey, name: 'use a passkey', path: '/admin/passkey', form: { response: '{}' }, status: 401 },
  ]
}

export async function mailedLinks(testSite: TestSite): Promise<Act[]> {
  const admin = await makeCaller(testSite, { role: 'admin' })
  const person = await makeCaller(testSite, { role: 'editor' })
  const { db } = testSite.site
  const token = async (link: Parameters<typeof makeLink>[2]) =>
    (await makeLink(db, testSite.config.origin, link, autumn)).split('token=')[1] ?? ''
  const own = { email: person.email, userId: person.id }
  const unproved = await makeCaller(testSite, { role: 'editor', state: 'pending' })
  await db.updateTable('staff_user').set({ email_verified_at: null }).where('id', '=', unproved.id).execute()
  const moved = await makeCaller(testSite, { role: 'editor' })
  const moving = { email: `${newId()}@example.org`, userId: moved.id }
  const newOwner = { email: unproved.email, userId: unproved.id }
  const shared = { route: 'routes/staff/sign-in/follow-link', by: visitor }
  const invited = {
    purpose: 'invite',
    email: `${newId()}@example.org`,
    role: 'editor',
    madeBy: admin.id,
  } as const
  const newcomer = { name: 'Tara Nair', phone: '+91 532 246 0000', password: otherPassword }
  const firstToken = await token({ purpose: 'first-admin', email: '', role: 'admin' })
  return [
    {
      ...shared,
      name: 'confirm an address',
      path: '/admin/link/verify',
      form: { token: await token({ purpose: 'verify', ...newOwner }), password: otherPassword },
    },
    {
      ...shared,
      name: 'change the address',
      path: '/admin/link/verify?do=change',
      form: { token: await token({ purpose: 'verify', ...moving }) },
      status: 200,
    },
    {
      ...shared,
      name: 'unlock a browser',
      path: '/admin/link/sign-in',
      form: { token: await token({ purpose: 'sign-in', ...own }) },
    },
    {
      ...shared,
      name: 'set a new password',
      path: '/admin/link/reset',
      form: { token: await token({ purpose: 'reset', ...own }), password: otherPassword },
      status: 200,
    },
    {
      ...shared,
      name: 'take up an invitation',
      path: '/admin/link/invite',
      form: { token: await token(invited), ...newcomer },
    },
    {
      ...shared,
      name: 'become the first administrator when there is one',
      path: '/admin/link/first-admin',
      form: { token: firstToken, email: `${newId()}@example.org`, ...newcomer },
      status: 409,
    },
  ]
}
