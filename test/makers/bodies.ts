import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import type { TermAnswers } from '#features/bodies/form.ts'
import { addTerm, changeBody, createBody, type BodyChange } from '#features/bodies/operations.server.ts'

/** Bodies for tests, made as an administrator makes them. */

export const aTerm: TermAnswers = {
  ...{ memberNo: '', name: 'Meghnad Saha', post: 'member', office: null, institution: null, email: null },
  ...{ account: null, startsOn: '1990-01-01', endsOn: null },
}

type Made = Partial<Omit<BodyChange, 'id' | 'version'>> & { terms?: Partial<TermAnswers>[] }

/** A body with a public page and, unless others are given, one member. */
export async function makeBody(db: Db, now: Date, { terms = [{}], ...made }: Made = {}) {
  const { name = 'Finance Committee', kind = 'committee' } = made
  const created = await createBody(db, system, { name, kind }, now)
  if (!created.ok) throw new Error(created.reason)
  const { id } = created
  const rest = { purpose: null, quorum: null, isPublic: true, ...made }
  const changed = await changeBody(db, system, { ...rest, id, version: 1, name, kind }, now)
  if (!changed.ok) throw new Error(changed.reason)
  for (const term of terms) {
    const added = await addTerm(db, system, id, { ...aTerm, ...term }, now)
    if (!added.ok) throw new Error(added.reason)
  }
  const { slug } = await db.selectFrom('body').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, slug }
}
