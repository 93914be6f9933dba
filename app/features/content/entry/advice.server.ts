import type { Db } from '#db/schema/tables.ts'
import { checkEntry, type Advice } from './checks.ts'
import type { Draft } from './drafts.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { listDeadPaths } from '#features/content/addresses/paths.server.ts'
import { ownRefOf, refsOf, type Ref } from '#features/content/addresses/refs.ts'

/** The checks of an entry against the current site; full links only if our own address is known. */
export async function adviseOn(db: Db, kind: Kind, data: Draft, origin?: string): Promise<Advice[]> {
  const refs = refsOf(kind, data)
  const own = ownRefs(targets(refs, 'link'), origin)
  const all = [...refs, ...own.values()]
  const paths = targets(all, 'link').filter((target) => target.startsWith('/'))
  const dead = await listDeadPaths(db, paths)
  const files = await filesAmong(db, targets(all, 'file'))
  const isThere = ({ kind, target }: Ref) => (kind === 'file' ? files.has(target) : !dead.has(target))
  return checkEntry(kind, data, {
    isPage: (path) => !dead.has(path),
    leadsSomewhere: (address) => isThere(own.get(address) ?? { kind: 'link', target: address }),
    hasFile: (id) => files.has(id),
  })
}

function ownRefs(addresses: string[], origin: string | undefined): Map<string, Ref> {
  return new Map(
    addresses.flatMap((address) => {
      const ref = origin === undefined ? undefined : ownRefOf(address, origin)
      return ref ? [[address, ref] as const] : []
    }),
  )
}

function targets(refs: Ref[], kind: Ref['kind']) {
  return refs.filter((ref) => ref.kind === kind).map(({ target }) => target)
}

async function filesAmong(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('file').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
