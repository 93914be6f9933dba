import { dayMs, officeDay, officeDayStart } from '#office-time.ts'
import { readerOn, type CaseReader } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { listMisdirected } from './misdirected.server.ts'
import { countReleases } from './releasing/queries.server.ts'
import {
  countAssigned,
  countQueues,
  listArrivals,
  listDue,
  listUnreached,
  type CaseQueue,
} from './list-queries.server.ts'
import { statusesWaitingFor, type WaitingFor } from './queues.ts'

const daysAhead = 14
const maxDue = 8

/** What needs attention among the cases today. It names nobody; reading the pages that do is recorded. */
export async function readCaseDesk(
  db: Db,
  { id, role }: { id: string; role: 'editor' | 'admin' },
  now: Date,
) {
  const reader = readerOn({ id }, now)
  return {
    queues: (await listOwnQueues(db, reader, role)).toSorted(
      (a: CaseQueue, b: CaseQueue) => a.oldestAt - b.oldestAt,
    ),
    mine: await countAssigned(db, reader),
    due: await listDue(db, reader, new Date(now.getTime() + daysAhead * dayMs), maxDue),
    unreached: await listUnreached(db, reader, now, maxDue),
    misdirected: await listMisdirected(db, reader, maxDue),
    ...(await countReleases(db, reader)),
    submissions: await countSubmissions(db, now),
    now: now.getTime(),
  }
}

async function listOwnQueues(db: Db, reader: CaseReader, role: 'editor' | 'admin') {
  const waits: WaitingFor[] = role === 'admin' ? ['office', 'administrator'] : ['office']
  const own = waits.flatMap(statusesWaitingFor)
  return (await countQueues(db, reader)).filter((queue) =>
    own.some(({ process: caseType, state }) => caseType === queue.process && state === queue.state),
  )
}

export type CaseDesk = Awaited<ReturnType<typeof readCaseDesk>>

/** How many forms were submitted in each of the last twelve months, in office time. */
async function countSubmissions(db: Db, now: Date) {
  const [year = 0, month = 0] = officeDay(now).split('-').map(Number)
  const labels = Array.from({ length: 12 }, (_, at) =>
    new Date(Date.UTC(year, month - 12 + at, 1)).toISOString().slice(0, 7),
  )
  const since = officeDayStart(`${labels[0]}-01`)
  const counts = new Map<string, number>()
  for (const at of await listArrivals(db, since)) {
    const label = officeDay(new Date(at)).slice(0, 7)
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return labels.map((label) => ({ label, value: counts.get(label) ?? 0 }))
}
