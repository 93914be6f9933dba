import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { addresses } from '#routes.ts'
import { listAddresses, type Address } from '#routes/request/address.ts'
import { mayAct, mayRead, policy } from '#routes/request/policy.server.ts'
import { capabilityNames, open } from '#routes/request/route-access.ts'
import { tryRoute, ways, waysFor } from '#test/models/policy-cells.ts'
import { captureLog } from '#test/harness/log.ts'
import type { AddressedRoute } from '#test/harness/route-table.ts'
import { dumpState } from '#test/harness/databases/dump-tables.ts'
import { kinds, accessRolesOf, test, type VisitorKind } from '#test/harness/visitors.ts'

/** Every route of the running router, for everyone, with every kind of request: as the policy table says. */

test('every route has a line in the policy table, and every line a route', ({ site }) => {
  expect(Object.keys(policy).toSorted()).toEqual(Object.keys(site.routes).toSorted())
})

test('a line says who may act exactly if the route has an action', ({ table }) => {
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

test('a route without a line is refused to everyone', () => {
  expect(kinds.some((kind) => mayRead('routes/staff/new', accessRolesOf(kind)))).toBe(false)
  expect(kinds.some((kind) => mayAct('constructor', accessRolesOf(kind)))).toBe(false)
})

test.for(kinds)(
  'for %s every route answers every method as declared',
  { timeout: 300_000 },
  async (kind, { port, site, callers, table }) => {
    captureLog()
    const before = await dumpState(site.db)
    const trailBefore = await listActions(site.db)
    const wrong: string[] = []
    for (const [row, route] of table.entries())
      wrong.push(...(await tryRoute(port, route, kind, callers[kind].cookie, waysFor(route, row, kind))))

    expect(wrong).toEqual([])
    expect(await dumpState(site.db)).toEqual(before)
    const added = (await listActions(site.db)).slice(trailBefore.length)
    expect(added.filter((action) => !mayRecordReading.has(kind) || !action.endsWith('.read'))).toEqual([])
  },
)

test('every route is tested with every kind of request, and so is every kind of visitor', ({ table }) => {
  const pages = [...table.entries()].filter(([, { isLayout }]) => !isLayout)
  const waysOf = (cells: [row: number, route: AddressedRoute][], by: readonly VisitorKind[]) =>
    new Set(cells.flatMap(([row, route]) => by.flatMap((kind) => waysFor(route, row, kind))))

  expect(pages.length).toBeGreaterThan(150)
  for (const page of pages) expect(waysOf([page], kinds).size, page[1].path).toBe(ways.length)
  for (const kind of kinds) expect(waysOf(pages, [kind]).size, kind).toBe(ways.length)
})

test('every loader and action starts by checking its own file', ({ site }) => {
  const declared = [{ id: 'root', name: 'root', who: open }, ...listAddresses(addresses)]
  const missing = declared.flatMap((address) => findMissing(address, site.routes[address.id]?.module ?? {}))

  expect(declared.length).toBeGreaterThan(150)
  expect(missing).toEqual([])
})

test('a loader that checks late, another file or not at all is found', () => {
  const late = `export function loader(args: Route.LoaderArgs) {\n  readAll()\n  begin(args, 'routes/a')`
  const foreign = `export function loader(args: Route.LoaderArgs) {\n  begin(args, 'routes/b')`
  const own = `export async function loader(args: Route.LoaderArgs) {\n  const { db, now } = begin(args, 'routes/a')`

  expect(
    [late, foreign, 'export function loader() {}', own].map((source) => begins(source, 'loader', 'routes/a')),
  ).toEqual([false, false, false, true])
})

function findMissing(
  { name, who }: Pick<Address, 'name' | 'who'>,
  module: { loader?: unknown; action?: unknown },
): string[] {
  const source = readSource(name)
  const isOnlyPosted = who.read.length === 0 && source.includes('export { onlyPosted as loader }')
  const isBoth = source.includes('export { loader as action }')
  return [
    ...(module.loader && !isOnlyPosted && !begins(source, 'loader', name) ? [`${name} loader`] : []),
    ...(module.action && !begins(source, isBoth ? 'loader' : 'action', name) ? [`${name} action`] : []),
  ]
}

/** Read from the source: the first statement of the function must be the check. */
function begins(source: string, handler: string, name: string): boolean {
  const own = new RegExp(`^const route = '${name}'$`, 'm').test(source) ? `(?:route|'${name}')` : `'${name}'`
  return new RegExp(
    String.raw`export (?:async )?function ${handler}\(args: Route\.\w+\) \{\n\s+(?:const (?:started|\{[^{}]*\}) = )?begin\(args, ${own}\)`,
  ).test(source)
}

function readSource(name: string): string {
  try {
    return readFileSync(`app/${name}.tsx`, 'utf8')
  } catch {
    return readFileSync(`app/${name}.ts`, 'utf8')
  }
}

/** Who may read about people at all, and leaves an entry by it. */
const mayRecordReading = new Set<VisitorKind>(['editor', 'admin', ...capabilityNames])

async function listActions(db: Parameters<typeof dumpState>[0]) {
  const rows = await db.selectFrom('audit_entry').select('action').orderBy('seq').execute()
  return rows.map(({ action }) => action)
}
