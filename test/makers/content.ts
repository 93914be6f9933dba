import type { Db } from '#db/schema/tables.ts'
import type { Actor, StaffActor } from '#features/audit/actor.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { beginEntry, saveEntry } from '#features/content/entry/operations.server.ts'
import { actorFor, makeStaff } from './staff.ts'

/** Entries and the people who write them, for tests. */

export async function makeOffice(db: Db, now: Date): Promise<{ editor: StaffActor; admin: StaffActor }> {
  const editor = actorFor(await makeStaff(db, now, { role: 'editor', name: 'Meera Rao' }))
  const admin = actorFor(await makeStaff(db, now, { role: 'admin', name: 'Asha Iyer' }))
  return { editor, admin }
}

export const lampData: Draft<'award'> = {
  title: 'Golden Lamp',
  shortTitle: 'Lamp',
  type: 'medal',
  summary: 'For light.',
}

/** A complete award as version 2 of a draft. */
export async function makeDraft(db: Db, actor: Actor, now: Date, data: Draft<'award'> = lampData) {
  const started = await beginEntry(db, actor, { kind: 'award', title: data.title ?? 'Untitled' }, now)
  if (!started.ok) throw new Error(started.reason)
  const saved = await saveEntry(db, actor, { id: started.id, base: 1, data }, now)
  if (!saved.ok) throw new Error(saved.reason)
  return { id: started.id, version: saved.version }
}

export async function makePublished(db: Db, admin: Actor, now: Date, data: Draft<'award'> = lampData) {
  const draft = await makeDraft(db, admin, now, data)
  const moved = await moveEntry(db, admin, { ...draft, move: 'publish' }, now)
  if (!moved.ok) throw new Error(moved.reason)
  return draft
}

/** A report that says everywhere which edition it is. */
export function newsEdition(edition: number) {
  const text = { type: 'text' as const, text: `All of this is Edition ${edition}.` }
  return {
    title: `Edition ${edition} of the report`,
    publishedOn: '2026-11-12',
    summary: `What Edition ${edition} says.`,
    body: { type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [text] }] },
  }
}
