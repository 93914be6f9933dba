import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { guessMapping } from './fields.ts'
import {
  countPlan,
  deletesByUndoing,
  findImport,
  findLastMapping,
  hasRows,
  listFirstCells,
  listNotUndone,
  listMatches,
  listWrongRows,
  type PeopleImport,
} from './queries.server.ts'
import { listUnknownValues } from './unknown-values.server.ts'
import { hasReport } from './workflow.ts'

const maxShown = 50

interface ImportQuery {
  page: number
  step?: 'columns' | undefined
}

/**
 * An import as its page shows it. Its rows name people, so reading them is recorded in the trail; while the work is
 * running none is shown, and the page may poll as often as it likes.
 */
export function readImport(db: Db, actor: Actor, id: string, query: ImportQuery, now: Date) {
  return inTransaction(db, async (db) => {
    const file = await findImport(db, id)
    if (!file) return undefined
    const part = partOf(file, query)
    if (part !== undefined)
      await record(db, actor, 'people-import.read', `people-import:${id}`, { part, page: query.page }, now)
    return {
      file,
      columns: part === 'columns' ? await readColumns(db, file) : null,
      plan: part === 'plan' ? await readPlan(db, id, query.page) : null,
      report: part === 'report' ? await readReport(db, actor, id, now) : null,
    }
  })
}

function partOf({ state }: PeopleImport, { step }: ImportQuery) {
  if (state === 'mapping' || (state === 'checked' && step === 'columns')) return 'columns'
  if (state === 'checked') return 'plan'
  return hasReport(state) ? 'report' : undefined
}

async function readColumns(db: Db, { id, headings, mapping }: PeopleImport) {
  return {
    guess: mapping ?? guessMapping(headings, await findLastMapping(db)),
    first: await listFirstCells(db, id, 3),
  }
}

async function readPlan(db: Db, id: string, page: number) {
  return {
    page,
    counts: await countPlan(db, id),
    matches: await listMatches(db, id, page),
    wrong: await listWrongRows(db, id, maxShown),
    unknown: await listUnknownValues(db, id),
  }
}

async function readReport(db: Db, actor: Actor, id: string, now: Date) {
  return {
    deletesAtOnce: await deletesByUndoing(db, actor, id, now),
    needsRelease: (await readSettings(db)).decisionsNeedRelease,
    wrong: await listWrongRows(db, id, maxShown),
    kept: await listNotUndone(db, id),
    hasRows: await hasRows(db, id),
  }
}
