import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { sharedTest as test } from '#test/harness/db.ts'
import { runOther } from '#test/harness/processes.ts'
import { listActions } from '#test/makers/staff.ts'
import { checkImport } from './check.server.ts'
import { guessMapping } from './fields.ts'
import { beginImport, mapColumns, startImport, undoImport } from './operations.server.ts'
import { findImport } from './queries.server.ts'

const asha: Actor = { kind: 'staff', id: 'asha', role: 'editor', address: '192.0.2.1' }
const count = 600
const now = new Date('2026-11-15T06:30:00Z')

test('killed in the middle and resumed, an import and its undoing process each row once', async ({
  db,
  address,
}) => {
  const rows = Array.from(
    { length: count },
    (_, at) => `K-${at},Person ${'abcdefghij'.charAt(at % 10)}${at},1994`,
  )
  const bytes = Buffer.from(`No,Name,Year\n${rows.join('\n')}\n`)
  const started = await beginImport(db, asha, { name: 'k.csv', bytes, sheet: '' }, now)
  const id = started.ok ? started.id : ''
  await mapColumns(db, asha, id, guessMapping(['No', 'Name', 'Year']), now)
  await checkImport(db, id, now)

  await startImport(db, asha, id, now)
  await killOnTheWay(address, id, 'run')
  expect(await countPeople(db)).toBe((await findImport(db, id))?.doneCount)
  expect((await runOther('import', address, id, 'run').ended).code).toBe(0)
  expect(await countPeople(db)).toBe(count)
  expect(await findImport(db, id)).toMatchObject({ state: 'done', added: count, failed: 0 })

  await undoImport(db, asha, id, now)
  await killOnTheWay(address, id, 'undo')
  expect((await runOther('import', address, id, 'undo').ended).code).toBe(0)
  expect(await countPeople(db)).toBe(0)
  expect(await findImport(db, id)).toMatchObject({ state: 'undone', kept: 0 })
  expect((await listActions(db)).filter((action) => action.startsWith('people.'))).toEqual([
    'people.imported',
    'people.import-undone',
  ])
})

async function killOnTheWay(address: string, id: string, what: string) {
  const other = runOther('import', address, id, what)
  await other.line(/some/)
  other.process.kill('SIGKILL')
  await other.ended
}

async function countPeople(db: Db): Promise<number> {
  const { people } = await db
    .selectFrom('person')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  return people
}
