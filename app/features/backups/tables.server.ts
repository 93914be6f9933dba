import { createHash } from 'node:crypto'
import { listTableShapes, type TableShape } from '#db/copy/all-rows.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { migrations } from '#db/migrations/all.ts'
import type { Db } from '#db/schema/tables.ts'
import { linesOf } from './write.server.ts'

/** Creates the tables as they are after exactly these migrations. */
export async function makeTables(db: Db, steps: string[], now: Date): Promise<TableShape[]> {
  await migrate(
    db,
    now,
    migrations.filter(({ name }) => steps.includes(name)),
  )
  return listTableShapes(db)
}

/** Throws if the rows of a table do not have this hash. */
export async function compareTables(
  db: Db,
  shapes: TableShape[],
  hashOf: (table: string) => string | undefined,
): Promise<void> {
  for (const shape of shapes) {
    const hash = createHash('sha256')
    for await (const { text } of linesOf(db, shape)) hash.update(text)
    if (hashOf(shape.name) !== hash.digest('hex'))
      throw new Error(`The table ${shape.name} was not copied correctly.`)
  }
}
