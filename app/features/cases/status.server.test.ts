import { expect } from 'vitest'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { caseOrigin, makeFilledDraft, passerBy } from '#test/makers/cases.ts'
import { countStatements } from '#test/harness/databases/count-statements.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { listActions, listLetters } from '#test/makers/staff.ts'
import { runStatusJobs } from '#test/makers/status-letters.ts'
import { requestStatus } from './status.server.ts'

const visitor = { kind: 'visitor', address: '192.0.2.9' } as const
const sender = 'tara@example.org'

const test = base.extend<{ reference: string }>({
  reference: async ({ db }, use) => {
    const token = await makeFilledDraft(db, 'membership', monday, { email: sender })
    const sent = await submitApplication(db, passerBy, caseOrigin, token, monday)
    if (!sent.ok) throw new Error(sent.reason)
    await use(sent.reference)
  },
})

test('a right and a wrong address cost the same database work during the request', async ({
  db,
  reference,
}) => {
  const right = countStatements(db)
  const wrong = countStatements(db)

  await requestStatus(right.db, visitor, { reference, email: sender }, monday)
  await requestStatus(wrong.db, visitor, { reference, email: 'nobody@example.org' }, monday)

  expect(wrong.counts).toEqual(right.counts)
  expect(right.counts.written).toBeGreaterThan(2)
})

test('the job sends the letter to the sender and nobody else, and the job does not contain the address', async ({
  db,
  reference,
}) => {
  const before = (await listLetters(db)).length
  for (const confirmation of [
    { reference, email: 'nobody@example.org' },
    { reference: 'LM-1995-9999', email: sender },
    { reference, email: sender.toUpperCase() },
  ])
    expect(await requestStatus(db, visitor, confirmation, monday)).toEqual({ ok: true })
  const jobs = await db.selectFrom('job').select('payload').where('kind', 'like', 'case.%').execute()
  expect(jobs).toHaveLength(3)
  expect(JSON.stringify(jobs)).not.toMatch(/@|192\.0\.2/)
  expect(await listLetters(db)).toHaveLength(before)

  await runStatusJobs(db, caseOrigin, monday)
  expect((await listLetters(db)).slice(before)).toMatchObject([{ kind: 'case.status', recipient: sender }])
  expect((await listActions(db)).filter((action) => action === 'case.status-asked')).toHaveLength(1)
})
