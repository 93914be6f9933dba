import { sql } from 'kysely'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { nameSlug, TakenSlugs } from '#db/search/name-slug.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { isSlug } from '#server/input/slug.ts'
import { fellowAddress } from './addresses.ts'
import { subject } from './person-row.server.ts'
import { fullName } from './register.ts'
import { findRecord } from './register-queries.server.ts'

/**
 * The addresses of fellows' pages. A slug is given when someone first has a page, so that it says nothing about people
 * who never had one. It stays whatever happens to the name, and is removed with the person.
 */

const peopleAtOnce = 400
const namesAtOnce = 100

/** Gives a slug to everyone among these who has a page and no slug yet; returns the slugs of all by id. */
export async function giveSlugs(db: Db, ids: string[]): Promise<Map<string, string>> {
  const slugs = new Map<string, string>()
  const without: { id: string; base: string }[] = []
  for (let start = 0; start < ids.length; start += peopleAtOnce)
    for (const { id, slug, ...name } of await readNames(db, ids.slice(start, start + peopleAtOnce)))
      if (slug === null) without.push({ id, base: nameSlug(fullName(name)) })
      else slugs.set(id, slug)
  const taken = await readTaken(db, [...new Set(without.map(({ base }) => base))])
  const order = new Map(ids.map((id, index) => [id, index]))
  const inOrder = without.toSorted((a, b) => order.get(a.id)! - order.get(b.id)!)
  const given = inOrder.map(({ id, base }) => ({ id, slug: taken.take(base) }))
  await writeSlugs(db, given)
  for (const { id, slug } of given) slugs.set(id, slug)
  return slugs
}

function readNames(db: Db, ids: string[]) {
  return db
    .selectFrom('person')
    .select(['id', 'slug', 'given_name as givenName', 'family_name as familyName'])
    .where('id', 'in', ids)
    .where('listed_at', 'is not', null)
    .where('grade', 'is not', null)
    .execute()
}

/** Every slug, present or former, that is one of these or one of these with a number. */
async function readTaken(db: Db, bases: string[]): Promise<TakenSlugs> {
  const taken = new TakenSlugs()
  for (let start = 0; start < bases.length; start += namesAtOnce)
    for (const table of ['person', 'former_person_slug'] as const) {
      const some = bases.slice(start, start + namesAtOnce)
      const rows = await db
        .selectFrom(table)
        .select('slug')
        // The dot follows the hyphen in the order of characters.
        .where((eb) =>
          eb.or(
            some.flatMap((base) => [
              eb('slug', '=', base),
              eb.and([eb('slug', '>=', `${base}-`), eb('slug', '<', `${base}.`)]),
            ]),
          ),
        )
        .execute()
      for (const { slug } of rows) if (slug !== null) taken.add(slug)
    }
  return taken
}

async function writeSlugs(db: Db, given: { id: string; slug: string }[]): Promise<void> {
  for (let start = 0; start < given.length; start += peopleAtOnce) {
    const some = given.slice(start, start + peopleAtOnce)
    const values = sql.join(some.map(({ id, slug }) => sql`(${id}, ${slug})`))
    await sql`with given (id, slug) as (values ${values})
      update person set slug = (select given.slug from given where given.id = person.id)
      where id in (select id from given)`.execute(db)
  }
}

export type AddressRefusal = 'not-found' | 'no-address' | 'conflict' | 'not-a-slug' | 'taken'

/**
 * Changes the address of someone's page. The former one redirects from now on, and is returned, with the hash of the new
 * one, which refuses Undo if someone has changed the address since.
 */
export function changeSlug(
  db: Db,
  actor: Actor,
  { id, slug, shownHash }: { id: string; slug: string } & Undoing,
  now: Date,
): Promise<Outcome<AddressRefusal, { before: string } & Undoable>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'register')
    const person = await findRecord(db, id)
    if (!person || person.binnedAt !== null) return { ok: false, reason: 'not-found' }
    if (person.slug === null) return { ok: false, reason: 'no-address' }
    if (!isStillShown(shownHash, person.slug)) return { ok: false, reason: 'conflict' }
    const done = { ok: true as const, before: person.slug, shownHash: shownHashOf(slug) }
    if (slug === person.slug) return done
    if (!isSlug(slug)) return { ok: false, reason: 'not-a-slug' }
    if (await isTaken(db, slug, id)) return { ok: false, reason: 'taken' }

    await db.deleteFrom('former_person_slug').where('slug', '=', slug).execute()
    await db.updateTable('person').set({ slug }).where('id', '=', id).execute()
    await db
      .insertInto('former_person_slug')
      .values({ slug: person.slug, person_id: id, created_at: now.getTime() })
      .execute()
    await db
      .updateTable('search_entry')
      .set({ href: fellowAddress({ id, slug }) })
      .where('subject', '=', subject)
      .where('subject_id', '=', id)
      .where('href', '=', fellowAddress(person))
      .execute()
    await raiseContentVersion(db, now)
    const changes = { slug: [person.slug, slug] as [string, string] }
    await record(db, actor, 'person.address-changed', `person:${id}`, { changes }, now)
    return done
  })
}

/** Someone may take back an address of their own. */
async function isTaken(db: Db, slug: string, ownId: string): Promise<boolean> {
  const person = await db.selectFrom('person').select('id').where('slug', '=', slug).executeTakeFirst()
  const former = await db
    .selectFrom('former_person_slug')
    .select('person_id')
    .where('slug', '=', slug)
    .where('person_id', '<>', ownId)
    .executeTakeFirst()
  return person !== undefined || former !== undefined
}
