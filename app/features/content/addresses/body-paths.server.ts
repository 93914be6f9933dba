import type { Db } from '#db/schema/tables.ts'
import { inParts } from '#features/content/text/in-parts.ts'

const folder = '/iaps/bodies/'

/** The public pages of bodies among these addresses. */
export async function listBodyPaths(db: Db, paths: string[]): Promise<string[]> {
  const slugs = [...new Set(paths)].flatMap((path) =>
    path.startsWith(folder) ? path.slice(folder.length) : [],
  )
  const rows = await inParts(slugs, (part) =>
    db
      .selectFrom('body')
      .select('slug')
      .where('slug', 'in', part)
      .where('public_at', 'is not', null)
      .execute(),
  )
  return rows.map(({ slug }) => folder + slug)
}
