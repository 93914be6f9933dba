import { sql, type CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from '#db/schema/tables.ts'

/** Runs the work and returns every statement that was sent to this database meanwhile. */
export async function statementsOf(
  db: Kysely<Tables>,
  work: () => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = []
  const executor = db.getExecutor()
  const execute = executor.executeQuery
  executor.executeQuery = (query: CompiledQuery<never>, ...rest) => {
    sent.push(query)
    return execute.call(executor, query, ...rest) as never
  }
  try {
    await work()
  } finally {
    executor.executeQuery = execute
  }
  return sent
}

/** The tables that SQLite would scan completely to answer the statements. */
export async function scannedTables(db: Kysely<Tables>, statements: CompiledQuery[]): Promise<string[]> {
  const scanned = new Set<string>()
  for (const { sql: text, parameters } of statements) {
    const plan = await db.executeQuery<{ detail: string }>({
      ...sql`select 1`.compile(db),
      sql: `explain query plan ${text}`,
      parameters,
    })
    for (const { detail } of plan.rows) {
      const table = /^SCAN (\w+)(?! USING COVERING INDEX)/.exec(detail)?.[1]
      if (table) scanned.add(table)
    }
  }
  return [...scanned].toSorted()
}
