import type { Db } from '#db/schema/tables.ts'
import { listLatest } from '#features/content/reading/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Settings } from '#features/settings/settings.ts'
import { callsNow, type CallsNow } from './cycle.ts'

/** The current calls, from the office's settings and publications. */
export async function listCalls(db: Db, now: Date, settings?: Settings): Promise<CallsNow> {
  const entries = await listLatest(db, 'call')
  const published = entries.map(({ id, sample, data }) => {
    const { subject, title, summary, href, opensAt, closesAt } = data
    return { id, sample, subject, title, summary, href, opensAt, closesAt }
  })
  return callsNow(published, settings ?? (await readSettings(db)), now)
}
