import { dayMs, officeDay, officeDayStart } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'

/** How often anything and one thing happened on each of the last days, in office time; days without events count zero. */
export async function countByDay(db: Db, action: string, now: Date, days: number) {
  const since = now.getTime() - days * dayMs
  const rows = await db
    .selectFrom('audit_entry')
    .select(['at', 'action'])
    .where('at', '>', since)
    .where('action', 'not like', '%.read')
    .execute()
  const barsOf = (entries: typeof rows) => {
    const counts = Map.groupBy(entries, ({ at }) => officeDay(at))
    return Array.from({ length: days }, (_, index) => {
      const label = officeDay(since + (index + 1) * dayMs)
      return { label, value: counts.get(label)?.length ?? 0 }
    })
  }
  return { all: barsOf(rows), one: barsOf(rows.filter((row) => row.action === action)) }
}

/** How often something happened in each of the last months, in office time. */
export async function countByMonth(db: Db, action: string, now: Date, months: number) {
  const [year = 0, month = 0] = officeDay(now.getTime()).split('-').map(Number)
  const labels = Array.from({ length: months }, (_, index) =>
    new Date(Date.UTC(year, month - months + index, 1)).toISOString().slice(0, 7),
  )
  const since = officeDayStart(`${labels[0]}-01`)
  const rows = await db
    .selectFrom('audit_entry')
    .select('at')
    .where('at', '>=', since)
    .where('action', '=', action)
    .execute()
  const counts = Map.groupBy(rows, ({ at }) => officeDay(at).slice(0, 7))
  return labels.map((label) => ({ label, value: counts.get(label)?.length ?? 0 }))
}

/** How many entries the audit trail has. */
export async function countAuditEntries(db: Db): Promise<number> {
  const { seq } = await db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()
  return seq
}
