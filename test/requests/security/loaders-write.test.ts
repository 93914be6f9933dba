import { expect } from 'vitest'
import { mayRead, policy } from '#routes/request/policy.server.ts'
import type { Site } from '#site.ts'
import { ask } from '#test/harness/http.ts'
import { test } from '#test/harness/visitors.ts'
import { dumpAll } from '#test/makers/backups.ts'

/** What opening a page may write: who read personal data, when a session was last used, and the counts of visits. */
const written = ['audit_detail', 'audit_entry', 'audit_head', 'daily_sum', 'staff_session']

test('opening a page changes nothing, except what the policy names', async ({
  port,
  site,
  testSite,
  table,
  callers,
}) => {
  const before = await dumpAll(testSite.database)
  const recorded: string[] = []
  for (const { id, path } of table.filter(({ isLayout }) => !isLayout)) {
    const entries = await countEntries(site)
    await ask(port, path, { cookie: mayRead(id, ['visitor']) ? '' : callers.admin.cookie })
    if (!policy[id]?.loaderWrites && (await countEntries(site)) > entries) recorded.push(id)
  }
  const after = await dumpAll(testSite.database)

  expect(recorded).toEqual([])
  const changed = Object.keys(after).filter((name) => after[name] !== before[name])
  expect(changed).toEqual(expect.arrayContaining(['audit_entry']))
  expect(changed.filter((name) => !written.includes(name))).toEqual([])
})

async function countEntries({ db }: Site): Promise<number> {
  return (await db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq
}
