import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { beginTotp, confirmTotp } from '#features/staff/factors/factors.server.ts'
import { beginSession, findSession } from '#features/staff/session/sessions.server.ts'
import { codeAt, stepAt } from '#features/staff/factors/totp.ts'
import { unseal } from '#features/staff/session/sealed-values.server.ts'
import type { Capability } from '#features/bodies/body.ts'
import { capabilityNames, type AccessRole } from '#routes/request/route-access.ts'
import { readStaffTokens } from '#routes/request/staff-cookies.server.ts'
import { listAddressed, type AddressedRoute } from './route-table.ts'
import { autumn, test as base, type TestSite } from './site.ts'
import { grantCapability } from '#test/makers/bodies.ts'
import { actorFor, clientFrom, makeStaff, sessionHeader } from '#test/makers/staff.ts'

/** Every kind of visitor, with the cookie their browser sends. */

export const kinds = [
  'visitor',
  'half',
  'unproved',
  'enrolling',
  'pending',
  'editor',
  'admin',
  ...capabilityNames,
  'disabled',
  'expired',
] as const
export type VisitorKind = (typeof kinds)[number]

/** How the policy table classifies each of them: an expired session is none. */
export const accessRoleOf: Record<VisitorKind, Exclude<AccessRole, Capability>> = {
  visitor: 'visitor',
  half: 'half',
  unproved: 'unproved',
  enrolling: 'enrolling',
  pending: 'pending',
  editor: 'editor',
  admin: 'admin',
  office: 'editor',
  reviewer: 'editor',
  chair: 'editor',
  teller: 'editor',
  council: 'editor',
  auditor: 'editor',
  disabled: 'visitor',
  expired: 'visitor',
}

/** The same with their rights through bodies. */
export function accessRolesOf(kind: VisitorKind): AccessRole[] {
  const capability = capabilityNames.find((name) => name === kind)
  return capability ? [accessRoleOf[kind], capability] : [accessRoleOf[kind]]
}

export interface Caller {
  id: string
  email: string
  cookie: string
}

/** A site with everyone signed in who can be, and the addresses of all its routes. */
export const test = base.extend<{ callers: Record<VisitorKind, Caller>; table: AddressedRoute[] }>({
  callers: [async ({ testSite }, use) => use(await makeVisitors(testSite)), { scope: 'file' }],
  table: [
    async ({ site, callers }, use) => use(await listAddressed(site, callers.editor.id)),
    { scope: 'file' },
  ],
})

const hour = 3_600_000

export async function makeVisitors(testSite: TestSite): Promise<Record<VisitorKind, Caller>> {
  const admin = await makeCaller(testSite, { role: 'admin', name: 'Asha Verma', hasApp: true })
  const half = await makeCaller(testSite, { role: 'admin', name: 'Kabir Das', hasApp: true })
  await changeSettings(testSite.site.db, system, { secondFactorForAdmins: true }, autumn)
  const longAgo = new Date(autumn.getTime() - 13 * hour)
  return {
    visitor: { id: '', email: '', cookie: '' },
    half: await signInAgain(testSite, half, null),
    unproved: await makeUnproved(testSite),
    enrolling: await makeCaller(testSite, { role: 'admin', name: 'Uma Pillai' }),
    pending: await makeCaller(testSite, { role: 'admin', state: 'pending', name: 'Ravi Iyer' }),
    editor: await makeCaller(testSite, { role: 'editor', name: 'Meera Rao' }),
    admin,
    ...(await makeMembers(testSite)),
    disabled: await makeCaller(testSite, { role: 'admin', state: 'disabled', name: 'Nila Sen' }),
    expired: await signInAgain(testSite, admin, longAgo, longAgo),
  }
}

/** An editor for each capability. */
async function makeMembers(testSite: TestSite): Promise<Record<Capability, Caller>> {
  const made: [Capability, Caller][] = []
  for (const capability of capabilityNames) {
    const caller = await makeCaller(testSite, { role: 'editor', name: `Tara ${capability}` })
    await grantCapability(testSite.site.db, caller.id, capability, autumn)
    made.push([capability, caller])
  }
  return Object.fromEntries(made) as Record<Capability, Caller>
}

/** An administrator with an unproved address: an older site could approve such a person. */
async function makeUnproved(testSite: TestSite): Promise<Caller> {
  const caller = await makeCaller(testSite, { role: 'admin', name: 'Dev Anand' })
  const { db } = testSite.site
  await db.updateTable('staff_user').set({ email_verified_at: null }).where('id', '=', caller.id).execute()
  return caller
}

interface NewVisitor {
  role: 'admin' | 'editor'
  state?: 'pending' | 'active' | 'disabled'
  name?: string
  email?: string
  hasApp?: boolean
  /** An editor who works on cases. */
  isOffice?: boolean
}

/** A new person, signed in with all the factors they have. */
export async function makeCaller(
  testSite: TestSite,
  { hasApp, isOffice, ...wanted }: NewVisitor,
): Promise<Caller> {
  const person = await makeStaff(testSite.site.db, autumn, wanted)
  if (isOffice) await grantCapability(testSite.site.db, person.id, 'office', autumn)
  const caller = await signInAgain(testSite, person, null)
  if (!hasApp) return caller
  await addApp(testSite, person, caller)
  return signInAgain(testSite, person, autumn)
}

export async function signInAgain(
  { site: { db }, config }: TestSite,
  { id, email }: { id: string; email: string },
  secondFactorAt: Date | null,
  at = autumn,
): Promise<Caller> {
  const session = await beginSession(
    db,
    config,
    { userId: id, secondFactorAt, provedAt: at },
    clientFrom(),
    at,
  )
  return { id, email, cookie: sessionHeader(config, session) }
}

async function addApp(
  testSite: TestSite,
  person: { id: string; role: 'admin' | 'editor' },
  { cookie }: Caller,
): Promise<void> {
  const { site, config } = testSite
  const session = await findSession(site.db, readStaffTokens(cookie, config.origin).session, autumn)
  if (!session) throw new Error('The session did not open.')
  await beginTotp(site.db, config, session)
  const code = await codeFor(testSite, person.id)
  const added = await confirmTotp(site.db, config, actorFor(person), session, code, clientFrom(), autumn)
  if (!added.ok) throw new Error(`The app was not accepted: ${added.reason}`)
}

/** What the person's app shows now, or some steps of thirty seconds later. */
export async function codeFor({ site, config }: TestSite, id: string, later = 0): Promise<string> {
  const { secret } = await site.db
    .selectFrom('staff_totp')
    .select('secret')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  return codeAt(unseal(secret, config.secret, id), stepAt(autumn) + later)
}
