import type { Db } from '#db/schema/tables.ts'
import { checkEntry, type Advice } from './checks.ts'
import type { Draft } from './drafts.ts'
import { labelOf } from '#features/content/kinds/field-labels.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { listDeadPaths } from '#features/content/addresses/paths.server.ts'
import { ownRefOf, refsOf, type Ref } from '#features/content/addresses/refs.ts'
import { readTyped } from './typed.ts'
import type { Values } from './values.ts'

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
    ...(await recordsNamedIn(db, kind === 'call' ? (data as Draft<'call'>) : {})),
  })
}

/** The paths of the fields that must be corrected before it can be published. */
export async function listBlocked(db: Db, kind: Kind, data: Draft): Promise<string[]> {
  return (await adviseOn(db, kind, data)).filter(({ blocks }) => blocks).map(({ path }) => path)
}

/** The checks of what someone has typed and not saved. A field that cannot be saved as it is needs correcting too. */
export async function adviseOnTyped(db: Db, kind: Kind, values: Values, origin?: string): Promise<Advice[]> {
  const read = readTyped(kind, values)
  const errors = Object.entries(read.errors).map(([path, sentence]): Advice => {
    return { blocks: true, path, where: labelOf(fields[kind], path.split('.')), sentence }
  })
  if (!read.ok) return errors
  const advice = await adviseOn(db, kind, read.typed.data, origin)
  return [...errors, ...advice.filter(({ path }) => read.errors[path] === undefined)]
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

/** What a call names that is no content: its panel and its rulebook. */
async function recordsNamedIn(db: Db, { panel, rulebook }: Draft<'call'>) {
  const body = await db
    .selectFrom('body')
    .select('slug')
    .where('slug', '=', panel ?? '')
    .executeTakeFirst()
  const inForce = await db
    .selectFrom('rulebook_version')
    .innerJoin('rulebook', 'rulebook.id', 'rulebook_version.rulebook_id')
    .select('rulebook.slug')
    .where('rulebook.slug', '=', rulebook ?? '')
    .where('rulebook_version.published_at', 'is not', null)
    .executeTakeFirst()
  return {
    hasBody: (slug: string) => body?.slug === slug,
    isInForce: (slug: string) => inForce?.slug === slug,
  }
}

async function filesAmong(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('file').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
