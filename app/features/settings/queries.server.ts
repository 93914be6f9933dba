import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { defaultSettings, publicNames, type PublicSettings, type Settings } from './settings.ts'

export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).execute()
  return { ...defaultSettings, ...Object.fromEntries(rows.map((row) => [row.name, fromJson(row.value)])) }
}

/** Those that pages show. The others, such as who gets the audit heads, never leave the server. */
export async function readPublicSettings(db: Db): Promise<PublicSettings> {
  const settings = await readSettings(db)
  return Object.fromEntries(publicNames.map((name) => [name, settings[name]])) as PublicSettings
}

/** When one of these was last set; undefined if none ever was. */
export async function findLastChange(db: Db, names: (keyof Settings)[]): Promise<number | undefined> {
  const { last } = await db
    .selectFrom('setting')
    .select((eb) => eb.fn.max('updated_at').as('last'))
    .where('name', 'in', names)
    .executeTakeFirstOrThrow()
  return last ?? undefined
}
