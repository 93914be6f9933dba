import { describe, expect } from 'vitest'
import { makeManyCases } from '#test/bench/rows/case-rows.ts'
import { makeCase, makeCaseworker } from '#test/makers/casework.ts'
import { countStatements } from '#test/harness/databases/count-statements.ts'
import { monday, test } from '#test/harness/db.ts'
import { readerOn } from '#features/case-access/case-access.server.ts'
import { listActions } from '#test/makers/staff.ts'
import { scannedTables, statementsOf } from '#test/harness/databases/watch-statements.ts'
import { assignCase } from '#features/cases/operations.server.ts'
import { readCaseList, readCasesToExport } from './reading.server.ts'
import { countAssigned, countQueues, listCases } from './list-queries.server.ts'
import { countCycle } from './statistics/statistics.server.ts'

const all = { page: 1, dir: 'asc' } as const
const day = 86_400_000
const after = (days: number) => new Date(monday.getTime() + days * day)

describe('the list', () => {
  test('shows open cases, the longest-waiting first, and each reading is one entry', async ({ db }) => {
    const editor = await makeCaseworker(db, monday)
    const second = await makeCase(db, after(1))
    const first = await makeCase(db, monday, { process: 'membership' })
    await makeCase(db, monday, { state: 'withdrawn' })

    const { cases, total, queues, cycles } = await readCaseList(db, editor, all, after(2))

    expect(cases.map(({ reference }) => reference)).toEqual([first, second])
    expect([total, cycles]).toEqual([2, ['1995']])
    expect(queues).toEqual([
      { process: 'fellow', state: 'submitted', count: 1, oldestAt: after(1).getTime() },
      { process: 'membership', state: 'submitted', count: 1, oldestAt: monday.getTime() },
    ])
    expect((await listActions(db)).filter((one) => one.endsWith('.read'))).toEqual(['case-list.read'])
  })

  test('is exported with all its cases, in the order of their references', async ({ db }) => {
    const editor = await makeCaseworker(db, monday)
    const made = []
    for (let number = 0; number < 3; number++) made.push(await makeCase(db, after(3 - number)))
    await makeCase(db, monday, { state: 'withdrawn' })

    const { count, cases } = await readCasesToExport(db, editor, {}, after(4))

    const exported: string[] = []
    for await (const { reference } of cases) exported.push(reference)
    expect(exported).toEqual(made.toSorted())
    expect(count).toBe(3)
  })

  test('is searched by the proposer, an email address and the institution', async ({ db }) => {
    const editor = await makeCaseworker(db, monday)
    const changes = {
      proposerName: 'Prof. Zoya Khan',
      proposerEmail: 'zoya@far.example',
      email: 'nominee@near.example',
      institution: 'Quiet Observatory',
    }
    const reference = await makeCase(db, monday, { changes })
    await makeCase(db, monday)
    for (const q of ['zoya khan', 'zoya@far', 'nominee@near.example', 'quiet obs']) {
      const { cases } = await readCaseList(db, editor, { ...all, q }, monday)
      expect(
        cases.map((one) => one.reference),
        q,
      ).toEqual([reference])
    }
  })

  test.runIf(process.env['TEST_ENGINE'] !== 'postgres')(
    'reads only the rows that it shows, because the answers make them long',
    async ({ db }) => {
      const reader = readerOn(await makeCaseworker(db, monday), monday)
      await makeCase(db, monday)
      const statements = await statementsOf(db, async () => {
        await listCases(db, all, reader)
        await listCases(db, { ...all, q: 'optics', sort: 'name', page: 2 }, reader)
        await countQueues(db, reader)
        await countAssigned(db, reader)
      })

      expect(statements.length).toBeGreaterThan(6)
      expect(await scannedTables(db, statements)).not.toContain('dossier')
    },
  )

  test('is filtered by whom it waits for, assignee, cycle, discipline, name and reference', async ({
    db,
  }) => {
    const editor = await makeCaseworker(db, monday)
    const mine = await makeCase(db, monday, { state: 'complete', cycle: '1994' })
    const other = await makeCase(db, monday, {
      process: 'membership',
      state: 'payment_ok',
      changes: { lastName: 'Ödegård', discipline: 'Chemistry' },
    })
    await assignCase(db, editor, mine, { to: editor.id }, monday)
    const found = async (query: object) => {
      const { cases } = await readCaseList(db, editor, { ...all, ...query }, monday)
      return cases.map(({ reference }) => reference)
    }

    expect(await found({ waits: 'office' })).toEqual([mine])
    expect(await found({ waits: 'administrator' })).toEqual([other])
    expect(await found({ waits: 'people' })).toEqual([])
    expect(await found({ assigned: 'me' })).toEqual([mine])
    expect(await found({ assigned: 'nobody' })).toEqual([other])
    expect(await found({ assigned: 'somebody' })).toEqual([mine])
    expect(await found({ cycle: '1994' })).toEqual([mine])
    expect(await found({ discipline: 'Chemistry' })).toEqual([other])
    expect(await found({ process: 'membership', state: 'payment_ok' })).toEqual([other])
    expect(await found({ q: 'Ödegård' })).toEqual([other])
    expect(await found({ q: mine.slice(0, 7).toLowerCase() })).toEqual([mine])
    expect(await found({ q: '%' })).toEqual([])
    expect(await found({ state: 'ended' })).toEqual([])
  })

  test('and the statistics of a cycle need as few queries for many cases as for few', async ({ db }) => {
    const editor = await makeCaseworker(db, monday)
    const { db: counted, counts } = countStatements(db)
    const work = [
      () => readCaseList(counted, editor, { ...all, waits: 'office' }, monday),
      () => readCaseList(counted, editor, { ...all, q: 'Number 77' }, monday),
      () => countCycle(counted, 'fellow', '1992'),
    ]
    const countAll = async () => {
      counts.statements = 0
      for (const one of work) await one()
      return counts.statements
    }

    await makeManyCases(db, 60, monday)
    const ofFew = await countAll()
    await makeManyCases(db, 600, monday, 60)

    expect(await countAll()).toBeLessThanOrEqual(ofFew + 2)
    expect(ofFew).toBeLessThan(40)
  })
})
