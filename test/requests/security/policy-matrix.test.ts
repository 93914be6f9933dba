import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { addresses } from '#routes.ts'
import { listAddresses } from '#routes/request/address.ts'
import { mayAct, mayRead, policy } from '#routes/request/policy.server.ts'
import { tryRoute, ways } from '#test/models/policy-cells.ts'
import { takeDownLog } from '#test/harness/log.ts'
import { dumpState, kinds, visitorOf, test, type VisitorKind } from '#test/harness/visitors.ts'

/** Every route of the running router, for everybody, in every way it can be asked: as the policy table says. */

test('every route has a line in the policy table, and every line a route', ({ site }) => {
  expect(Object.keys(policy).toSorted()).toEqual(Object.keys(site.routes).toSorted())
})

test('a line says who may act just where the route has an action', ({ table }) => {
  const wrong = table.filter(({ id, hasAction }) => hasAction !== (policy[id]?.act !== undefined))

  expect(wrong.map(({ id }) => id)).toEqual([])
})

test('a file is open to the same people at all its addresses', () => {
  const declared = listAddresses(addresses)
  const differing = declared.filter(({ name, who }) =>
    declared.some((other) => other.name === name && other.who !== who),
  )

  expect(differing.map(({ id }) => id)).toEqual([])
})

test('a route without a line is refused to everybody', () => {
  expect(Object.values(visitorOf).some((who) => mayRead('routes/staff/new', who))).toBe(false)
  expect(Object.values(visitorOf).some((who) => mayAct('constructor', who))).toBe(false)
})

test.for(kinds)(
  'for %s every route answers every method as declared',
  { timeout: 300_000 },
  async (kind, { port, site, callers, table }) => {
    takeDownLog()
    const before = await dumpState(site.db)
    const trailBefore = await listActions(site.db)
    const wrong: string[] = []
    let cells = 0
    for (const route of table) {
      const tried = await tryRoute(port, route, kind, callers[kind].cookie)
      wrong.push(...tried.wrong)
      cells += tried.cells
    }

    expect(wrong).toEqual([])
    expect(cells).toBe(table.filter(({ isLayout }) => !isLayout).length * ways.length + 2)
    expect(await dumpState(site.db)).toEqual(before)
    const added = (await listActions(site.db)).slice(trailBefore.length)
    expect(added.filter((action) => !mayRecordReading.has(kind) || !action.endsWith('.read'))).toEqual([])
  },
)

test('every loader and action of a guarded route begins by asking for its own id', ({ site }) => {
  const guarded = Object.keys(policy).filter((id) => id.startsWith('routes/staff/'))
  const missing = guarded.flatMap((id) => findMissingGuards(id, site.routes[id]?.module ?? {}))

  expect(guarded.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

/** Read from the source: the first statement of each function must be the question. */
function findMissingGuards(id: string, module: { loader?: unknown; action?: unknown }): string[] {
  const source = readSource(id)
  const own = new RegExp(`^const route = '${id}'$`, 'm').test(source) ? `(?:route|'${id}')` : `'${id}'`
  const asks = (name: string, guard: string) =>
    new RegExp(
      String.raw`export (?:async )?function ${name}\(args: Route\.\w+\) \{\n\s+(?:const session = )?${guard}\(args, ${own}\)`,
    ).test(source)
  const isOnlyPosted = policy[id]?.read.length === 0 && source.includes('export { onlyPosted as loader }')
  return [
    ...(module.loader && !isOnlyPosted && !asks('loader', 'allowReading') ? [`${id} loader`] : []),
    ...(module.action && !asks('action', 'allowActing') ? [`${id} action`] : []),
  ]
}

function readSource(id: string): string {
  try {
    return readFileSync(`app/${id}.tsx`, 'utf8')
  } catch {
    return readFileSync(`app/${id}.ts`, 'utf8')
  }
}

/** Who may read of people at all, and leaves an entry by it. */
const mayRecordReading = new Set<VisitorKind>(['editor', 'admin'])

async function listActions(db: Parameters<typeof dumpState>[0]) {
  const rows = await db.selectFrom('audit_entry').select('action').orderBy('seq').execute()
  return rows.map(({ action }) => action)
}
