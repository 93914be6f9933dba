import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { readConfig, type Config } from '#server/config/config.server.ts'
import { openTestDatabase } from '#test/harness/db.ts'
import { rememberSecret } from '#test/makers/letters.ts'
import { importBuild, origin } from '#test/harness/site.ts'
import { clientFrom, makeStaff, sessionHeader } from '#test/makers/staff.ts'
import type { FirebaseStandIn } from '#test/firebase/stand-in.ts'
import { IdentityProvider } from '#test/identity-provider/identity-provider.ts'
import type { Site } from '#site.ts'

/** Where the lives of accounts are simulated. */

const minute = 60_000

export interface Stage {
  site: Site
  config: Config
  clock: { now: Date }
  /** Where the people of the lives may also sign in. */
  provider: IdentityProvider
  /** What stores the passwords of the people of the lives, if not the site. */
  firebase: FirebaseStandIn | undefined
  /** The cookie of an administrator who has just proved who they are. */
  admin(): Promise<string>
}

/**
 * The built site on an empty database, with quickly hashed passwords, on a clock that the lives advance. The identity
 * library reads the machine's own clock, so this one runs ahead of it. `change` makes a mutant of the code.
 */
export async function openStage(
  change: (code: string) => string = (code) => code,
  firebase?: FirebaseStandIn,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lives-'))
  const { db, address, drop } = await openTestDatabase(join(dataDir, 'site.db'))
  const clock = { now: new Date(Date.now() + 24 * 60 * minute) }
  const provider = await IdentityProvider.start({ origin, now: () => clock.now })
  const env = { DATA_DIR: dataDir, ORIGIN: origin, PORT: '0', ...provider.env, ...firebase?.env }
  const config = { ...readConfig(env), database: address }
  // The rights of administrators are tested separately from their second factor.
  await changeSettings(db, system, { secondFactorForAdmins: false }, clock.now)
  const { id } = await makeStaff(db, clock.now, { role: 'admin' })
  await db.destroy()
  rememberSecret(config.secret)
  const site = await openChanged(change, config, () => clock.now)
  const admin = async () => {
    const begin = { userId: id, secondFactorAt: clock.now, provedAt: clock.now }
    return sessionHeader(config, await beginSession(site.db, config, begin, clientFrom(), clock.now))
  }
  const close = async () => {
    await site.close()
    provider.close()
    await drop()
    rmSync(dataDir, { recursive: true })
  }
  return { stage: { site, config, clock, provider, firebase, admin } satisfies Stage, close }
}

async function openChanged(
  change: (code: string) => string,
  config: Config,
  clock: () => Date,
): Promise<Site> {
  const built = globSync('build/server/server-*.js').find((file) =>
    readFileSync(file, 'utf8').includes(costly),
  )
  if (!built) throw new Error('The build does not hash passwords as this test expects.')
  const file = `build/server/lives-${process.pid}.js`
  writeFileSync(file, `${change(readFileSync(built, 'utf8').replace(costly, cheap))}\nexport { openSite }\n`)
  const { openSite } = await importBuild(file)
  rmSync(file)
  return openSite(config, clock)
}

const costly = 'memory: 19456,\n\tpasses: 2,'
const cheap = 'memory: 8,\n\tpasses: 1,'
