import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '#db/schema/tables.ts'
import type { PersonalData } from '#features/erasures/personal-data.ts'

/** A body keeps its history, but not the name of someone who asked to be forgotten. */
export const bodiesPersonalData: PersonalData = {
  listAddresses: async (db) => {
    const rows = await db.selectFrom('body_term').select('email').where('email', 'is not', null).execute()
    return rows.flatMap(({ email }) => email ?? [])
  },
  collect: async (db, { address, people }) => ({ data: { bodies: await listOwnTerms(db, address, people) } }),
  erase: async (db, { address, people }) => {
    const { numUpdatedRows } = await db
      .updateTable('body_term')
      .set({ name: 'Name deleted', institution: null, email: null, person_id: null })
      .where(isOf(address, people))
      .executeTakeFirst()
    return { hadAny: numUpdatedRows > 0n }
  },
}

function listOwnTerms(db: Db, address: string, people: readonly string[]) {
  return db
    .selectFrom('body_term')
    .innerJoin('body', 'body.id', 'body_term.body_id')
    .select(['body.name as body', 'body_term.name', 'office', 'institution', 'email', 'post'])
    .select(['starts_on', 'ends_on', 'withdrawn_because'])
    .where(isOf(address, people))
    .orderBy('starts_on')
    .orderBy('body_term.id')
    .execute()
}

function isOf(address: string, people: readonly string[]) {
  return (eb: ExpressionBuilder<Tables, 'body_term'>) =>
    eb.or([
      eb('body_term.email', '=', address.toLowerCase()),
      eb('body_term.person_id', 'in', ['', ...people]),
    ])
}
