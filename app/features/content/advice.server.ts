import type { Db } from '#db/tables.ts'
import { checkEntry, type Advice } from './checks.ts'
import type { Draft } from './drafts.ts'
import type { Kind } from './kinds.ts'
import { listDeadPaths } from './paths.server.ts'
import { refsOf } from './refs.ts'

/** The checks of an entry against what the site has now. */
export async function adviseOn(db: Db, kind: Kind, data: Draft): Promise<Advice[]> {
  const refs = refsOf(kind, data)
  const dead = await listDeadPaths(db, targets(refs, 'link'))
  const files = await filesAmong(db, targets(refs, 'file'))
  return checkEntry(kind, data, { isPage: (path) => !dead.has(path), hasFile: (id) => files.has(id) })
}

function targets(refs: { kind: string; target: string }[], kind: 'file' | 'link') {
  return refs.filter((ref) => ref.kind === kind).map(({ target }) => target)
}

async function filesAmong(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('file').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
