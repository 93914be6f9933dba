import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { engineOf } from './engine.server.ts'
import { lockWork } from './lock.server.ts'
import { migrations as allMigrations } from '#db/migrations/all.ts'
import type { Migration } from '#db/migrations/migration.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { inTransaction } from './transaction.server.ts'

/** Brings the schema up to date completely or not at all, and returns the migrations it ran. */
export function migrate(db: Kysely<Tables>, now: Date, migrations = allMigrations): Promise<string[]> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'schema')
    await createMigrationTable(db)
    const done = await readMigrations(db)
    refuseUnknownSteps(done, migrations)

    const taken: string[] = []
    for (const migration of migrations) {
      const text = textFor(db, migration)
      const checksum = createHash('sha256').update(text).digest('hex')
      const before = done.get(migration.name)
      if (before === undefined) {
        await run(db, text)
        await migration.fill?.(db)
        await recordMigration(db, migration.name, checksum, now)
        taken.push(migration.name)
      } else if (before !== checksum) {
        throw new Error(`Migration ${migration.name} was changed after it had run on this database.`)
      }
    }
    return taken
  })
}

async function createMigrationTable(db: Db) {
  await sql`create table if not exists migration (name text primary key, checksum text not null, run_at bigint not null)`.execute(
    db,
  )
}

async function readMigrations(db: Db) {
  const { rows } = await sql<{
    name: string
    checksum: string
  }>`select name, checksum from migration`.execute(db)
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

function refuseUnknownSteps(done: Map<string, string>, migrations: Migration[]) {
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = [...done.keys()].find((name) => !known.has(name))
  if (unknown)
    throw new NewerDatabase(
      `The database was changed by a newer version of the site (migration ${unknown}). Start that version, or restore a backup from before the update.`,
    )
}

/** An older release must not touch it. */
export class NewerDatabase extends Error {}

async function recordMigration(db: Db, name: string, checksum: string, now: Date) {
  await sql`insert into migration (name, checksum, run_at) values (${name}, ${checksum}, ${now.getTime()})`.execute(
    db,
  )
}

function textFor(db: Db, migration: Migration) {
  return migration.sql + (migration[engineOf(db)] ?? '')
}

async function run(db: Db, text: string) {
  for (const statement of statementsOf(text)) await sql.raw(statement).execute(db)
}

/** A statement ends with a semicolon at the end of a line. */
function statementsOf(text: string) {
  return text.split(/;\s*$/m).filter((statement) => statement.trim() !== '')
}
