import type { StaffActor } from '#features/audit/actor.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { record } from '#features/audit/operations.server.ts'
import { readerOn } from '#features/case-access/case-access.server.ts'
import { guessColumns } from './columns.ts'
import type { ShownLines } from './lines.ts'
import {
  countLines,
  findStatement,
  linesPerPage,
  listFirstCells,
  listLines,
  listProposals,
} from './queries.server.ts'

interface StatementQuery {
  page: number
  show?: ShownLines | undefined
  step?: 'columns' | undefined
}

/** One statement. Its lines name who paid, so reading it is recorded in the trail. */
export function readStatement(
  db: Db,
  actor: StaffActor,
  id: string,
  { page, show = 'open', step }: StatementQuery,
  now: Date,
) {
  return inTransaction(db, async (db) => {
    const found = await findStatement(db, id)
    if (!found) return undefined
    await record(db, actor, 'payments.read', `payments:${id}`, { page, show }, now)
    const { columns, ...statement } = found
    if (!columns || step)
      return {
        statement,
        choosing: {
          columns: columns ?? guessColumns(found.headings),
          first: await listFirstCells(db, id, 3),
        },
        lines: undefined,
      }
    const counts = await countLines(db, id)
    const proposals = show === 'open' ? await listProposals(db, actor.id, id, now) : []
    const byLine = new Map(proposals.map(({ lineId, ...proposal }) => [lineId, proposal]))
    const rows = await listLines(db, readerOn(actor, now), id, show, page)
    return {
      statement,
      choosing: undefined,
      lines: {
        ...{ page, show, counts, pageSize: linesPerPage },
        rows: rows.map((row) => ({ ...row, proposal: byLine.get(row.id) })),
        certain: proposals.filter(({ isCertain }) => isCertain).length,
      },
    }
  })
}
