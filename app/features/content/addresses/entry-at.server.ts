import type { Db } from '#db/schema/tables.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { entryFolders, pageAddresses, pageSlugAt } from './addresses.ts'

const fixed = new Set(Object.values(pageAddresses))

/** The entry that a public page shows: the document at a fixed address, or the one whose page or part it is. */
export async function findEntryAt(db: Db, path: string): Promise<string | undefined> {
  const found = fixed.has(path) ? { kind: 'page' as const, slug: pageSlugAt(path) } : below(path)
  if (!found) return undefined
  const row = await db
    .selectFrom('entry')
    .select('id')
    .where('kind', '=', found.kind)
    .where('slug', '=', found.slug)
    .where('state', '!=', 'binned')
    .executeTakeFirst()
  return row?.id
}

/** An article belongs to its issue, a photograph to its album. */
function below(path: string): { kind: Kind; slug: string } | undefined {
  const [kind, folder] = entryFolders.find(([, folder]) => path.startsWith(folder)) ?? []
  const [slug] = folder ? path.slice(folder.length).split('/') : []
  return kind && slug ? { kind, slug } : undefined
}
