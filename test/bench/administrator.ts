import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import type { Config } from '#server/config/config.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { clientFrom, makeStaff, sessionHeader } from '#test/makers/staff.ts'

/** The cookie of a new administrator, who needs no second factor. */
export async function makeAdministrator(db: Db, config: Config, now: Date): Promise<string> {
  await changeSettings(db, system, { secondFactorForAdmins: false }, now)
  const { id: userId } = await makeStaff(db, now, { role: 'admin', name: 'Asha Iyer' })
  const proof = { userId, secondFactorAt: null, provedAt: now }
  return sessionHeader(config, await beginSession(db, config, proof, clientFrom(), now))
}
