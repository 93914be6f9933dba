import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { rebuildSearch } from '#features/search/rebuild.server.ts'
import { statusLetterJob } from '#features/cases/jobs.ts'
import { ownCodeJob } from '#features/own-pages/jobs.ts'
import { mailingJob, newsletterLetterJob } from '#features/newsletter/jobs.ts'
import { linkLetterJob } from '#features/staff/joining/jobs.ts'
import { holdMail } from '#server/mail/mail-hold.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'

/** What was true only on the machine that made the backup, or refers to files that it does not hold. */
const onlyThere = [
  'staff_session',
  'staff_challenge',
  'staff_link',
  'own_code',
  'own_session',
  'own_challenge',
  'own_browser',
  'own_email_change',
  'throttle',
  'presence',
  'upload',
  'form_charge',
  'site_copy',
  'site_import',
  'backup',
  'heartbeat',
  'alarm',
] as const satisfies (keyof Tables)[]

/** The site that made the backup has already sent these. */
export const letterJobs = [
  ...[sendMailJob, linkLetterJob, newsletterLetterJob, mailingJob, statusLetterJob],
  ownCodeJob,
]

/**
 * Turns restored rows into a site that can be opened: up to date, nobody signed in, no email, and without what was
 * erased since. Returns how many erasures were repeated.
 */
export async function prepareRestoredSite(
  db: Db,
  { madeAt, ...holds }: { madeAt: number; files: number } & Record<string, number>,
  forget: (db: Db) => Promise<number>,
  now: Date,
): Promise<number> {
  await migrate(db, now)
  const repeated = await forget(db)
  for (const table of onlyThere) await db.deleteFrom(table).execute()
  await db
    .deleteFrom('job')
    .where('kind', 'in', letterJobs)
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
  await db.updateTable('job').set({ leased_until: null, leased_by: null }).execute()
  await rebuildSearch(db)
  await holdMail(db, now)
  await raiseContentVersion(db, now)
  const made = { madeAt: new Date(madeAt).toISOString(), ...holds, repeated }
  await record(db, system, 'site.restored', 'site', made, now)
  return repeated
}
