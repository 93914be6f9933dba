import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { mayAct, mayRead, policy } from '#routes/policy.ts'
import { ask, type Answered } from '#test/http.ts'
import { takeDownLog } from '#test/log.ts'
import type { Addressed } from '#test/route-table.ts'
import { origin } from '#test/site.ts'
import { readTurboRedirect } from '#test/turbo-data.ts'
import { dumpState, kinds, standings, test, type Kind } from '#test/visitors.ts'

/** Every route of the running router, for everybody, in every way it can be asked: as the policy table says. */

const foreignMethods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const ways = ['GET', 'HEAD', 'GET data', 'GET only', 'POST', 'POST data', ...foreignMethods] as const
type Way = (typeof ways)[number]

test('every route has a line in the policy table, and every line a route', ({ site }) => {
  expect(Object.keys(policy).toSorted()).toEqual(Object.keys(site.routes).toSorted())
})

test('a line says who may act just where the route has an action', ({ table }) => {
  const wrong = table.filter(({ id, hasAction }) => hasAction !== (policy[id]?.act !== undefined))

  expect(wrong.map(({ id }) => id)).toEqual(['routes/site/not-found'])
})

test('a route without a line is refused to everybody', () => {
  expect(Object.values(standings).some((who) => mayRead('routes/staff/new', who))).toBe(false)
  expect(Object.values(standings).some((who) => mayAct('constructor', who))).toBe(false)
})

test.for(kinds)(
  'for %s every route answers every method as declared',
  async (kind, { port, site, callers, table }) => {
    takeDownLog()
    const before = await dumpState(site.db)
    const trailBefore = await listActions(site.db)
    const wrong: string[] = []
    let cells = 0
    for (const route of table) {
      const asked = ways.map(async (way) => {
        const found = await wordFor(await send(port, route, way, callers[kind].cookie))
        const declared = declare(route, kind, way)
        if (found !== declared) wrong.push(`${way} ${route.path} (${route.id}): ${found}, not ${declared}`)
        cells++
      })
      await Promise.all(asked)
    }

    expect(wrong).toEqual([])
    expect(cells).toBe(table.length * ways.length)
    expect(await dumpState(site.db)).toEqual(before)
    const added = (await listActions(site.db)).slice(trailBefore.length)
    expect(added.filter((action) => kind !== 'admin' || !action.endsWith('.read'))).toEqual([])
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

/** A field that no form knows: whoever may act is told so, and nothing changes. */
const form = { origin, 'content-type': 'application/x-www-form-urlencoded', body: 'nonsense=1' }

function send(port: number, { path, id }: Addressed, way: Way, cookie: string): Promise<Answered> {
  const data = `${path === '/' ? '/_' : path}.data`
  const shared = cookie ? { cookie } : {}
  switch (way) {
    case 'GET':
      return ask(port, path, shared)
    case 'GET data':
      return ask(port, data, shared)
    case 'GET only':
      return ask(port, `${data}?_routes=${encodeURIComponent(id)}`, shared)
    case 'POST data':
      return ask(port, data, { ...shared, ...form, method: 'POST' })
    case 'HEAD':
      return ask(port, path, { ...shared, method: 'HEAD' })
    default:
      return ask(port, path, { ...shared, ...form, method: way })
  }
}

/** The status, or where it leads. */
async function wordFor({ status, headers, bytes }: Answered): Promise<string> {
  const location =
    status === 202 && headers['x-remix-response'] ? await readTurboRedirect(bytes) : headers.location
  return location === undefined ? String(status) : `to ${location.replace(/\?.*/, '')}`
}

function declare(route: Addressed, kind: Kind, way: Way): string {
  if ((foreignMethods as readonly string[]).includes(way)) return '405'
  if (way.startsWith('POST')) return declareActing(route, kind, way)
  // The address of a feed is read strictly, and there is no data form of it.
  return route.id.startsWith('feed/') && way.startsWith('GET ') ? '404' : declareReading(route, kind)
}

/** Who is signed in and posts to a page of the way in is led on by the page itself. */
const waysIn = new Set(['routes/staff/sign-in', 'routes/staff/second-factor'])

function declareActing(route: Addressed, kind: Kind, way: Way): string {
  const { id, hasAction } = route
  if (id === 'routes/site/not-found') return '404'
  if (!hasAction) return '405'
  if (!mayAct(id, standings[kind])) return turnedAway(kind)
  const page = way === 'POST' && waysIn.has(id) ? declareReading(route, kind) : '200'
  return page === '200' ? '400' : page
}

function declareReading({ id }: Addressed, kind: Kind): string {
  const who = standings[kind]
  if (policy[id]?.read.length === 0) return '405'
  if (!mayRead(id, who)) return turnedAway(kind)
  switch (id) {
    case 'routes/site/not-found':
      return '404'
    case 'routes/staff/sign-out':
      return 'to /'
    case 'routes/staff/sign-in':
      return who === 'visitor' ? '200' : who === 'half' ? 'to /admin/second-factor' : `to ${homes[who]}`
    case 'routes/staff/second-factor':
      return who === 'visitor' || who === 'half' ? '200' : `to ${homes[who]}`
    default:
      return '200'
  }
}

const homes = {
  enrolling: '/admin/dashboard',
  pending: '/account/profile',
  editor: '/editor/dashboard',
  admin: '/admin/dashboard',
}

function turnedAway(kind: Kind): string {
  const who = standings[kind]
  if (who === 'visitor') return 'to /admin/admin-editor-login'
  if (who === 'enrolling') return 'to /account/factors'
  return who === 'half' ? 'to /admin/second-factor' : '403'
}

async function listActions(db: Parameters<typeof dumpState>[0]) {
  const rows = await db.selectFrom('audit_entry').select('action').orderBy('seq').execute()
  return rows.map(({ action }) => action)
}
