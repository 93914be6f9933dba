import { newId } from '#db/engine/id.ts'
import type { Capability, Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import type { TermAnswers } from '#features/bodies/form.ts'
import { addTerm, changeBody, createBody, type BodyChange } from '#features/bodies/operations.server.ts'

/** Bodies for tests, made as an administrator makes them. */

export const aTerm: TermAnswers = {
  ...{ memberNo: '', name: 'Meghnad Saha', post: 'member', office: null, institution: null, email: null },
  ...{ account: null, startsOn: '1990-01-01', endsOn: null },
}

type BodyOptions = Partial<Omit<BodyChange, 'id' | 'version'>> & { terms?: Partial<TermAnswers>[] }

/** A body with a public page and, unless others are given, one member. */
export async function makeBody(db: Db, now: Date, { terms = [{}], ...made }: BodyOptions = {}) {
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

interface GrantChoices {
  caseType?: string
  endsOn?: string | null
  scope?: { call?: string; discipline?: string }
}

/** Makes an account a member of a body of its own that allows this; its chair if that is needed. */
export async function grantCapability(
  db: Db,
  staffId: string,
  capability: Capability,
  now: Date,
  { caseType = '', endsOn = null, scope = {} }: GrantChoices = {},
): Promise<string> {
  const id = newId()
  const at = now.getTime()
  await db
    .insertInto('body')
    .values({ id, slug: id, name: `Body ${id}`, kind: 'committee', created_at: at, updated_at: at })
    .execute()
  await db.insertInto('body_capability').values({ body_id: id, capability, case_type: caseType }).execute()
  for (const [kind, value] of Object.entries(scope))
    await db
      .insertInto('body_scope')
      .values({ body_id: id, kind: kind as keyof typeof scope, value })
      .execute()
  const post = capability === 'chair' ? 'chair' : 'member'
  const days = { starts_on: '1990-01-01', ends_on: endsOn, recorded_at: at }
  await db
    .insertInto('body_term')
    .values({ id: newId(), body_id: id, staff_id: staffId, name: 'A member', post, ...days })
    .execute()
  return id
}
