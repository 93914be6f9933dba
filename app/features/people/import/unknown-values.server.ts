import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { PersonValues } from '#features/people/person-fields.ts'
import { categories, grades } from '#features/people/register.ts'
import { meaningFields, type MeaningField } from './fields.ts'

const maxRows = 5000
const maxValues = 30

/** A value of the file that is none of ours, and in how many of the read rows it is. */
export interface UnknownValue {
  field: MeaningField
  value: string
  count: number
}

const ours: Record<MeaningField, object> = { category: categories, grade: grades }

/** The values behind the problems of the first rows, most frequent first. */
export async function listUnknownValues(db: Db, id: string): Promise<UnknownValue[]> {
  const rows = await db
    .selectFrom('people_import_row')
    .select('person')
    .where('import_id', '=', id)
    .where('problem', 'is not', null)
    .orderBy('number')
    .limit(maxRows)
    .execute()
  const found = new Map<string, UnknownValue>()
  for (const { person } of rows) {
    const values = fromJson<Partial<PersonValues>>(person ?? '{}')
    for (const field of meaningFields) {
      const value = values[field]
      if (value === undefined || value === '' || Object.hasOwn(ours[field], value)) continue
      const key = `${field} ${value}`
      found.set(key, { field, value, count: (found.get(key)?.count ?? 0) + 1 })
    }
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count).slice(0, maxValues)
}
