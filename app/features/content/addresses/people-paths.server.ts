import type { Db } from '#db/schema/tables.ts'
import { inParts } from '#features/content/text/in-parts.ts'

/** The pages of fellows. Nobody who is not shown has an address here, former or present. */

const folder = '/fellowship/fellows/'

export async function listPeoplePaths(db: Db, paths: string[]): Promise<string[]> {
  const rows = await inParts(namesIn(paths), (part) =>
    shown(db)
      .select(['slug as name'])
      .where('slug', 'in', part)
      .unionAll(shown(db).select(['id as name']).where('slug', 'is', null).where('id', 'in', part))
      .execute(),
  )
  return rows.map(({ name }) => folder + name)
}

/** Where the former addresses of fellows among these lead today. At first every address ended with an id. */
export async function findMovedPeople(db: Db, paths: string[]): Promise<Map<string, string>> {
  const rows = await inParts(namesIn(paths), (part) =>
    shown(db)
      .innerJoin('former_person_slug as former', 'former.person_id', 'person.id')
      .select(['former.slug as name', 'person.slug'])
      .where('former.slug', 'in', part)
      .unionAll(shown(db).select(['id as name', 'slug']).where('id', 'in', part))
      .execute(),
  )
  return new Map(
    rows.flatMap(({ name, slug }): [string, string][] =>
      slug === null ? [] : [[folder + name, folder + slug]],
    ),
  )
}

function namesIn(paths: string[]): string[] {
  return [...new Set(paths)].flatMap((path) => (path.startsWith(folder) ? path.slice(folder.length) : []))
}

function shown(db: Db) {
  return db.selectFrom('person').where('listed_at', 'is not', null).where('grade', 'is not', null)
}
