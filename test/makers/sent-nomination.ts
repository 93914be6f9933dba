import type { Db } from '#db/schema/tables.ts'
import { caseOrigin as origin, makeFilledDraft, openCalls, passerBy } from '#test/makers/cases.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'

export const test = base.extend<{ sent: Db }>({
  sent: async ({ db }, use) => {
    await openCalls(db, monday)
    const token = await makeFilledDraft(db, 'fellow', monday)
    await submitNomination(db, passerBy, origin, 'fellow', token, monday)
    await use(db)
  },
})

export async function caseRow(db: Db) {
  return db.selectFrom('dossier').selectAll().executeTakeFirstOrThrow()
}
