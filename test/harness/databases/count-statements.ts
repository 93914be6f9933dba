import type { Kysely, KyselyPlugin } from 'kysely'
import type { Tables } from '#db/schema/tables.ts'

/** The same database, with a count of its statements and of the rows written. */
export function countStatements(db: Kysely<Tables>) {
  const counts = { statements: 0, written: 0 }
  const reading = new WeakSet()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      counts.statements++
      if (node.kind === 'SelectQueryNode') reading.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      // SQLite does not report how many rows a statement with `returning` wrote.
      if (!reading.has(queryId)) counts.written += Number(result.numAffectedRows ?? result.rows.length)
      return result
    },
  }
  return { db: db.withPlugin(plugin), counts }
}
