import { dayMs } from '#office-time.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import { newId } from '#db/engine/id.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import type { Draft } from './drafts.ts'
import { beginEntry, staffIdOf } from './operations.server.ts'
import { lockEntry, readHead, untitled } from './versions.server.ts'

/** Templates that editors save of entries, and new entries that start from them. */

const maxTemplates = 100
const maxNameLength = 120
const removedDays = 30

export interface EntryTemplate {
  id: string
  name: string
  savedAt: number
  savedBy: string | null
}

/** The templates of a kind, by name. */
export function listTemplates(db: Db, kind: Kind): Promise<EntryTemplate[]> {
  return db
    .selectFrom('entry_template as template')
    .leftJoin('staff_user', 'staff_user.id', 'template.saved_by')
    .select(['template.id', 'template.name', 'saved_at as savedAt', 'staff_user.name as savedBy'])
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
    .orderBy('template.name')
    .execute()
}

export async function hasTemplates(db: Db, kind: Kind): Promise<boolean> {
  const found = await db
    .selectFrom('entry_template')
    .select('id')
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

type Saved = Outcome<'not-found' | 'too-many', { id: string; kind: Kind; name: string } & Undoable>

/** Saves what the newest version of an entry says as a template with its title. */
export function saveTemplate(db: Db, actor: Actor, entryId: string, now: Date): Promise<Saved> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'templates')
    const entry = await lockEntry(db, entryId)
    if (!entry || entry.state === 'binned') return { ok: false, reason: 'not-found' }
    const { kind } = entry
    const names = (await listTemplates(db, kind)).map(({ name }) => name)
    if (names.length >= maxTemplates) return { ok: false, reason: 'too-many' }
    const data = await readHead(db, entry)
    const [id, name] = [newId(), freeName(names, data.title ?? untitled)]
    const saved = { saved_at: now.getTime(), saved_by: staffIdOf(actor), removed_at: null }
    await db
      .insertInto('entry_template')
      .values({ id, kind, name, data: toJson(data), ...saved })
      .execute()
    await record(db, actor, 'template.saved', `template:${id}`, { name }, now)
    return { ok: true, id, kind, name, shownHash: shownHashOf(name) }
  })
}

function freeName(taken: string[], title: string): string {
  const base = title.slice(0, maxNameLength - 4).trim()
  if (!taken.includes(base)) return base
  for (let number = 2; ; number++) if (!taken.includes(`${base} ${number}`)) return `${base} ${number}`
}

/** Names a template of the kind. */
interface Chosen {
  kind: Kind
  id: string
}

type RenameRefusal = 'not-found' | 'conflict' | 'name-taken'

/** Returns the name before, and the hash that refuses Undo if someone has renamed it since. */
export function renameTemplate(
  db: Db,
  actor: Actor,
  { kind, id, name, shownHash }: Chosen & { name: string } & Undoing,
  now: Date,
): Promise<Outcome<RenameRefusal, { before: string } & Undoable>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'templates')
    const template = await findTemplate(db, { kind, id }, 'listed')
    if (!template) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, template.name)) return { ok: false, reason: 'conflict' }
    if (template.name !== name && (await isTaken(db, kind, name))) return { ok: false, reason: 'name-taken' }
    await db.updateTable('entry_template').set({ name }).where('id', '=', id).execute()
    await record(db, actor, 'template.renamed', `template:${id}`, { name, before: template.name }, now)
    return { ok: true, before: template.name, shownHash: shownHashOf(name) }
  })
}

/** Deletes a template. It can be restored until another one is deleted after thirty days. */
export function removeTemplate(
  db: Db,
  actor: Actor,
  { shownHash, ...chosen }: Chosen & Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict'>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'templates')
    const template = await findTemplate(db, chosen, 'listed')
    if (!template) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, template.name)) return { ok: false, reason: 'conflict' }
    const longAgo = now.getTime() - removedDays * dayMs
    await db.deleteFrom('entry_template').where('removed_at', '<', longAgo).execute()
    await setRemoved(db, chosen.id, now.getTime())
    await record(db, actor, 'template.removed', `template:${chosen.id}`, { name: template.name }, now)
    return { ok: true }
  })
}

export function restoreTemplate(
  db: Db,
  actor: Actor,
  chosen: Chosen,
  now: Date,
): Promise<Outcome<'not-found' | 'name-taken', Undoable>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'templates')
    const template = await findTemplate(db, chosen, 'removed')
    if (!template) return { ok: false, reason: 'not-found' }
    if (await isTaken(db, chosen.kind, template.name)) return { ok: false, reason: 'name-taken' }
    await setRemoved(db, chosen.id, null)
    await record(db, actor, 'template.restored', `template:${chosen.id}`, { name: template.name }, now)
    return { ok: true, shownHash: shownHashOf(template.name) }
  })
}

interface FromTemplate {
  kind: Kind
  title: string
  parentId: string | undefined
  template: string
}

/** Starts an entry that says what the template says, under its own title. */
export function beginFromTemplate(
  db: Db,
  actor: Actor,
  { template: id, kind, ...started }: FromTemplate,
  now: Date,
): Promise<Outcome<'no-template' | 'no-parent', { id: string }>> {
  return inTransaction(db, async (db) => {
    const template = await findTemplate(db, { kind, id }, 'listed')
    if (!template) return { ok: false, reason: 'no-template' }
    return beginEntry(db, actor, { kind, ...started, data: fromJson<Draft>(template.data) }, now)
  })
}

function findTemplate(db: Db, { kind, id }: Chosen, which: 'listed' | 'removed') {
  return db
    .selectFrom('entry_template')
    .select(['name', 'data'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('removed_at', which === 'listed' ? 'is' : 'is not', null)
    .executeTakeFirst()
}

async function isTaken(db: Db, kind: Kind, name: string): Promise<boolean> {
  return (await listTemplates(db, kind)).some((template) => template.name === name)
}

async function setRemoved(db: Db, id: string, removed_at: number | null) {
  await db.updateTable('entry_template').set({ removed_at }).where('id', '=', id).execute()
}
