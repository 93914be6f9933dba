import type { Kysely } from 'kysely'
import type { Tables } from '#db/schema/tables.ts'

/** Everything in the database, a line for each row, for comparison. The full-text index follows from the rest. */
export async function dumpTables(db: Kysely<Tables>): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {}
  for (const { name } of await db.introspection.getTables()) {
    if (name.startsWith('search_')) continue
    const rows = await db
      .selectFrom(name as 'entry')
      .selectAll()
      .execute()
    dump[name] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return dump
}

/** The same without the audit trail, because reading a letter is recorded there. */
export async function dumpState(db: Kysely<Tables>): Promise<Record<string, string[]>> {
  const dump = await dumpTables(db)
  return Object.fromEntries(Object.entries(dump).filter(([name]) => !name.startsWith('audit_')))
}

/** The same with every action in the trail except reading: showing a page again with a refusal reads it again. */
export async function dumpActs(db: Kysely<Tables>): Promise<Record<string, string[]>> {
  const acts = await db
    .selectFrom('audit_entry')
    .select(['seq', 'action', 'subject'])
    .where('action', 'not like', '%.read')
    .orderBy('seq')
    .execute()
  return { ...(await dumpState(db)), acts: acts.map(({ action, subject }) => `${action} ${subject}`) }
}
