import type { Db } from '#db/schema/tables.ts'
import { fromJson } from '#db/engine/json.ts'
import { plainText } from '#db/search/words.ts'
import type { Migration } from './migration.ts'

/**
 * The numbers by which cases name people, beside their addresses: a case is hidden from staff whom it names by the
 * number in the register too.
 */
export const numbersInCases: Migration = { name: '117-numbers-in-cases', sql: '', fill: listNumbers }

const rowsAtOnce = 500
const memberNumbers = ['memberNo', 'proposerNo', 'seconderNo']
const fellowNumbers = ['proposerFellowNo', 'seconderFellowNo']

async function listNumbers(db: Db): Promise<void> {
  for (let after = ''; ;) {
    const cases = await db
      .selectFrom('dossier')
      .select(['id', 'answers'])
      .where('id', '>', after)
      .where('erased_at', 'is', null)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { id, answers } of cases) {
      const values = [...numbersIn(answers)].map((address) => ({ dossier_id: id, address }))
      if (values.length > 0)
        await db
          .insertInto('dossier_address')
          .values(values)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    }
    const last = cases.at(-1)
    if (!last || cases.length < rowsAtOnce) return
    after = last.id
  }
}

function numbersIn(text: string): Set<string> {
  const answers = read(text)
  const said = (name: string) => (typeof answers[name] === 'string' ? answers[name].trim() : '')
  const member = memberNumbers.map((name) => [`member:`, numberKey(said(name))] as const)
  const fellow = fellowNumbers.map(
    (name) => ['fellow:', said(name).toLowerCase().replaceAll(/[- ]/g, '')] as const,
  )
  const all = [...member, ...fellow, ['orcid:', said('orcid').toLowerCase()] as const]
  return new Set(all.flatMap(([kind, key]) => (key === '' ? [] : [`${kind}${key}`])))
}

/** Very old rows may hold no JSON, or no answers; such a row names nobody. */
function read(text: string): Record<string, unknown> {
  try {
    return fromJson<Record<string, unknown> | null>(text) ?? {}
  } catch {
    return {}
  }
}

/** As the register writes it today. */
function numberKey(number: string): string {
  const runs = plainText(number).match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
  return runs
    .map((run) => (/\p{N}/u.test(run) ? run.padStart(8, '0') : run))
    .join(' ')
    .slice(0, 60)
}
