import { sql } from 'kysely'
import { nameSlug, TakenSlugs } from '#db/search/name-slug.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Migration } from './migration.ts'

/**
 * The readable addresses of people who have a page, given once and kept; and those they had before staff changed them.
 */
export const personAddresses: Migration = {
  name: '037-person-addresses',
  sql: `
alter table person add column slug text
  constraint person_slug_is_filled check (slug <> '');

create table former_person_slug (
  slug text primary key,
  person_id text not null references person (id) on delete cascade,
  created_at bigint not null,
  constraint former_person_slug_is_filled check (slug <> '')
);
create index former_person_slugs_by_person on former_person_slug (person_id);
`,
  sqlite: `create unique index one_person_per_slug on person (slug);`,
  postgres: `
alter table person alter column slug type text collate "C";
alter table former_person_slug alter column slug type text collate "C";
create unique index one_person_per_slug on person (slug);
`,
  fill: giveSlugs,
}

const rowsAtOnce = 500

/** By id, which is the order of their arrival: so both engines give everyone the same slug. */
async function giveSlugs(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, given_name || ' ' || family_name as name from person
    where listed_at is not null and grade is not null`.execute(db)
  const taken = new TakenSlugs()
  const given = rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, name }) => [id, taken.take(nameSlug(name))])
  for (let start = 0; start < given.length; start += rowsAtOnce) {
    const some = given.slice(start, start + rowsAtOnce)
    const values = sql.join(some.map(([id, slug]) => sql`(${id}, ${slug})`))
    await sql`with given (id, slug) as (values ${values})
      update person set slug = (select given.slug from given where given.id = person.id)
      where id in (select id from given)`.execute(db)
  }
  await sql`update search_entry
    set href = '/fellowship/fellows/' || (select slug from person where person.id = search_entry.subject_id)
    where subject = 'person' and href = '/fellowship/fellows/' || subject_id
      and subject_id in (select id from person where slug is not null)`.execute(db)
}
