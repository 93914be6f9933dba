import { join } from 'node:path'
import { expect } from 'vitest'
import {
  emptyTables,
  insertRows,
  listTableShapes,
  withoutReferences,
  type RawRow,
} from '#db/copy/all-rows.server.ts'
import { eachRow, inSnapshot } from '#db/copy/snapshot.server.ts'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { searchSite } from '#features/search/queries.server.ts'
import { rebuildSiteSearch } from '#features/search/rebuild.server.ts'
import { autumn, test, type TestSite } from '#test/harness/site.ts'
import { isFull } from '#test/harness/scale.ts'
import { questions } from '#test/models/search-questions.ts'

const oneIn = isFull ? 1 : 8
const slow = { timeout: 300_000 }

test(
  'what visitors may type has the same results on both engines in the same order',
  slow,
  async ({ testSite }) => {
    const sqlite = openDatabase(join(testSite.dataDir, 'same.db'))
    await migrate(sqlite, autumn)
    await copyRows(testSite, sqlite)
    await rebuildSiteSearch(sqlite)
    const differing: string[] = []
    const tried = questions.filter((_, at) => at % oneIn === 0)
    for (const [question] of tried) {
      const [one, other] = [await resultsOf(testSite.site.db, question), await resultsOf(sqlite, question)]
      if (one !== other) differing.push(`${question}: ${one} but on SQLite ${other}`)
    }
    await sqlite.destroy()

    expect(tried.length).toBeGreaterThanOrEqual(50)
    expect(differing).toEqual([])
  },
)

async function resultsOf(db: Db, question: string): Promise<string> {
  const { total, correctedTo = '', hits } = await searchSite(db, question, 1)
  return [total, correctedTo, ...hits.map(({ href }) => href)].join(' ')
}

function copyRows({ database }: TestSite, to: Db): Promise<void> {
  return inSnapshot(database, (from) =>
    inTransaction(to, (to) =>
      withoutReferences(to, async () => {
        const shapes = await listTableShapes(from)
        await emptyTables(to, shapes)
        for (const { name, columns, keys } of shapes) {
          const rows: RawRow[] = []
          for await (const row of eachRow(from, name, columns, keys))
            rows.push(columns.map((column) => row[column] as RawRow[number]))
          await insertRows(to, name, columns, rows)
        }
      }),
    ),
  )
}
