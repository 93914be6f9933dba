import type { Kysely, KyselyPlugin } from 'kysely'
import type { Tables } from '#db/schema/tables.ts'

/** The same database, with a count of what is asked of it and of the rows that are written. */
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
      // SQLite does not tell how many rows a statement wrote that gives them back.
      if (!reading.has(queryId)) counts.written += Number(result.numAffectedRows ?? result.rows.length)
      return result
    },
  }
  return { db: db.withPlugin(plugin), counts }
}
