import type { Db } from '#db/schema/tables.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { refsOf } from '#features/content/addresses/refs.ts'
import type { FileNames } from '#features/content/text/texts.ts'

/**
 * Readable names of the files in these versions: a picture by its description, anything else by its file name. If two
 * would be the same, their file names distinguish them, and if these are the same too, the ends of their ids.
 */
export async function findFileNames(db: Db, kind: Kind, versions: Draft[]): Promise<FileNames> {
  const refs = versions.flatMap((data) => refsOf(kind, data)).filter((ref) => ref.kind === 'file')
  const ids = [...new Set(refs.map(({ target }) => target))]
  if (ids.length === 0) return new Map()
  const files = await db.selectFrom('file').select(['id', 'name', 'alt']).where('id', 'in', ids).execute()
  const ways: ((file: (typeof files)[number]) => string)[] = [
    ({ alt, name }) => alt || name,
    ({ alt, name }) => (alt ? `${alt} (${name})` : name),
    ({ name, id }) => `${name} (${id.slice(-6)})`,
  ]
  return new Map(
    files.map((file) => {
      const isOwn = (way: (typeof ways)[number]) =>
        !files.some((other) => other !== file && way(other) === way(file))
      return [file.id, (ways.find(isOwn) ?? ways.at(-1)!)(file)]
    }),
  )
}
