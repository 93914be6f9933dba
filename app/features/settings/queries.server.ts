import { fromJson } from '#db/json.ts'
import type { Db } from '#db/tables.ts'
import { defaultSettings, type Settings } from './settings.ts'

export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).execute()
  return { ...defaultSettings, ...Object.fromEntries(rows.map((row) => [row.name, fromJson(row.value)])) }
}
