import { sql, type SqlBool } from 'kysely'
import type { BodyKind, BodyPost, Db } from '#db/schema/tables.ts'
import { postOrder, type BodyTerm } from './body.ts'

/** A term counts from its first to its last day, unless it was withdrawn. */
export function isTermOn(day: string) {
  return sql<SqlBool>`body_term.withdrawn_at is null and body_term.starts_on <= ${day}
    and (body_term.ends_on is null or body_term.ends_on >= ${day})`
}

export interface BodyLine {
  id: string
  slug: string
  name: string
  kind: BodyKind
  isPublic: boolean
  /** On the given day. */
  members: number
}

/** All bodies by name, with the number of members on a day. */
export async function listBodies(db: Db, day: string): Promise<BodyLine[]> {
  const rows = await db
    .selectFrom('body')
    .select(['id', 'slug', 'name', 'kind', 'public_at'])
    .select((eb) =>
      eb
        .selectFrom('body_term')
        .whereRef('body_term.body_id', '=', 'body.id')
        .where(isTermOn(day))
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .as('members'),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ public_at, members, ...row }) => ({
    ...row,
    isPublic: public_at !== null,
    members: Number(members),
  }))
}

export interface Body {
  id: string
  slug: string
  name: string
  kind: BodyKind
  purpose: string | null
  quorum: string | null
  isPublic: boolean
  version: number
}

const bodyColumns = ['id', 'slug', 'name', 'kind', 'purpose', 'quorum', 'public_at', 'version'] as const

export async function findBody(db: Db, id: string): Promise<Body | undefined> {
  const row = await db.selectFrom('body').select(bodyColumns).where('id', '=', id).executeTakeFirst()
  return row && toBody(row)
}

export function listBodyChoices(db: Db): Promise<{ slug: string; title: string }[]> {
  return db.selectFrom('body').select(['slug', 'name as title']).orderBy('name').orderBy('id').execute()
}

/** Empty if there is no such body any more. */
export async function findBodyName(db: Db, slug: string): Promise<string> {
  const row = await db.selectFrom('body').select('name').where('slug', '=', slug).executeTakeFirst()
  return row?.name ?? ''
}

/** A body whose page is public. */
export async function findPublicBody(db: Db, slug: string): Promise<Body | undefined> {
  const row = await db
    .selectFrom('body')
    .select(bodyColumns)
    .where('slug', '=', slug)
    .where('public_at', 'is not', null)
    .executeTakeFirst()
  return row && toBody(row)
}

function toBody({ public_at, ...row }: Omit<Body, 'isPublic'> & { public_at: number | null }): Body {
  return { ...row, isPublic: public_at !== null }
}

/** Who belongs to a body on a day: chair, deputy and secretary first, then in the order of the list. */
export async function listMembersOn(db: Db, bodyId: string, day: string): Promise<BodyTerm[]> {
  const rows = await termsOf(db, bodyId).where(isTermOn(day)).execute()
  return rows.map(toTerm)
}

export interface RecordedTerm extends BodyTerm {
  memberNo: string | null
  account: string | null
  withdrawnBecause: string | null
}

/** Every term of a body that was ever recorded, the latest first; withdrawn ones too. */
export async function listTerms(db: Db, bodyId: string): Promise<RecordedTerm[]> {
  const rows = await db
    .selectFrom('body_term')
    .leftJoin('person', 'person.id', 'body_term.person_id')
    .leftJoin('staff_user', 'staff_user.id', 'body_term.staff_id')
    .select(termColumns)
    .select(['withdrawn_because', 'person.member_no', 'staff_user.name as account'])
    .where('body_id', '=', bodyId)
    .orderBy('starts_on', 'desc')
    .orderBy(byPost)
    .orderBy('position')
    .orderBy('body_term.id')
    .execute()
  return rows.map(({ withdrawn_because, member_no, account, ...row }) => ({
    ...toTerm(row),
    memberNo: member_no,
    account,
    withdrawnBecause: withdrawn_because,
  }))
}

/** The first day on which the body had a member. */
export async function findFirstDay(db: Db, bodyId: string): Promise<string | null> {
  const { first } = await db
    .selectFrom('body_term')
    .select((eb) => eb.fn.min<string | null>('starts_on').as('first'))
    .where('body_id', '=', bodyId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return first
}

const termColumns = [
  'body_term.id',
  'body_term.name',
  'body_term.post',
  'body_term.office',
  'body_term.institution',
  'body_term.starts_on',
  'body_term.ends_on',
] as const

const byPost = sql`case post when ${postOrder[0]} then 0 when ${postOrder[1]} then 1 when ${postOrder[2]} then 2 else 3 end`

function termsOf(db: Db, bodyId: string) {
  return db
    .selectFrom('body_term')
    .select(termColumns)
    .where('body_id', '=', bodyId)
    .orderBy(byPost)
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
}

interface TermRow {
  id: string
  name: string
  post: BodyPost
  office: string | null
  institution: string | null
  starts_on: string
  ends_on: string | null
}

function toTerm({ starts_on, ends_on, ...row }: TermRow): BodyTerm {
  return { ...row, startsOn: starts_on, endsOn: ends_on }
}

/** The accounts that a member of a body can have. */
export function listAccounts(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('staff_user')
    .select(['id', 'name'])
    .where('state', '=', 'active')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** The bodies with a public page, by name. */
export function listPublicBodies(db: Db): Promise<{ slug: string; name: string; updatedAt: number }[]> {
  return db
    .selectFrom('body')
    .select(['slug', 'name', 'updated_at as updatedAt'])
    .where('public_at', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
