import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { indexRegister } from '#features/people/import/check.server.ts'
import { findRecords } from '#features/people/register-queries.server.ts'
import { fullName } from '#features/people/register.ts'

const maxPairs = 50
const peopleAtOnce = 1000

export interface PossibleDuplicate {
  id: string
  name: string
  memberNo: string
  institution: string | null
  country: string
  since: number
}

/** Pairs of people in the register who may be one. What staff read is recorded. */
export async function readDuplicates(db: Db, actor: Actor, now: Date): Promise<PossibleDuplicate[][]> {
  const pairs = await findPairs(db)
  return inTransaction(db, async (db) => {
    const records = new Map((await findRecords(db, pairs.flat())).map((person) => [person.id, person]))
    await record(db, actor, 'people.read', 'people', { duplicates: pairs.length }, now)
    return pairs
      .map((pair) => pair.flatMap((id) => records.get(id) ?? []))
      .filter((pair) => pair.length === 2)
      .map((pair) =>
        pair.map(({ id, name, memberNo, institution = null, country, since }) => ({
          ...{ id, name, memberNo, institution, country, since },
        })),
      )
  })
}

/** The later one of each pair is compared with everyone before. */
async function findPairs(db: Db): Promise<[string, string][]> {
  const index = await indexRegister(db)
  const pairs: [string, string][] = []
  let last = ''
  for (;;) {
    const rows = await db
      .selectFrom('person')
      .select(['id', 'given_name', 'family_name', 'institution'])
      .where('binned_at', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(peopleAtOnce)
      .execute()
    for (const { id, given_name: givenName, family_name: familyName, institution } of rows) {
      const earlier = index.find(
        { name: fullName({ givenName, familyName }), institution },
        (one) => one < id,
      )
      if (earlier !== undefined) pairs.push([earlier, id])
      if (pairs.length === maxPairs) return pairs
    }
    if (rows.length < peopleAtOnce) return pairs
    last = rows.at(-1)?.id ?? ''
    await yieldToOthers()
  }
}

/** The entries that were merged into these and are not yet permanently removed: they are about the same people. */
export async function listMergedInto(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('person_merge')
    .select('dropped_id')
    .where('kept_id', 'in', ['', ...ids])
    .where('undone_at', 'is', null)
    .execute()
  return rows.map(({ dropped_id }) => dropped_id)
}
