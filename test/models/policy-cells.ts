import { mayAct, mayRead, policy } from '#routes/request/policy.server.ts'
import { ask, type HttpAnswer } from '#test/harness/http.ts'
import type { AddressedRoute } from '#test/harness/route-table.ts'
import { origin } from '#test/harness/site.ts'
import { readTurboRedirect } from '#test/harness/turbo-data.ts'
import { isTaken } from '#test/harness/scale.ts'
import { kinds, accessRoleOf, accessRolesOf, type VisitorKind } from '#test/harness/visitors.ts'

/** The cells of the table of routes, visitors and kinds of requests: what the policy declares, and what is answered. */

const foreignMethods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export const ways = ['GET', 'HEAD', 'GET data', 'GET only', 'POST', 'POST data', ...foreignMethods] as const
type MatrixRequest = (typeof ways)[number]

/** The cheapest requests that show who may read and who may act. */
const quickest: readonly MatrixRequest[] = ['GET data', 'POST data']

/** These send both to every route; the others are much alike, and in the short run send one to every second route. */
const mostTried: readonly VisitorKind[] = ['visitor', 'pending', 'editor', 'admin', 'office']

/** The short run adds one more kind of request, a different one for each pair of route and visitor. */
export function waysFor(route: AddressedRoute, row: number, kind: VisitorKind): readonly MatrixRequest[] {
  // A layout has no address of its own, but its data can be requested.
  if (route.isLayout) return ['GET only']
  const others = ways.filter((way) => !quickest.includes(way))
  const column = kinds.indexOf(kind)
  return [
    ...quickest.filter((_, at) => mostTried.includes(kind) || isTaken(row + column, 2 * at, 4)),
    ...others.filter((_, at) => isTaken(row + column, at, others.length)),
  ]
}

export async function tryRoute(
  port: number,
  route: AddressedRoute,
  kind: VisitorKind,
  cookie: string,
  tried: readonly MatrixRequest[],
) {
  const requested = tried.map(async (way) => {
    const found = await wordFor(await send(port, route, way, cookie))
    const declared = declare(route, kind, way)
    return found === declared ? '' : `${way} ${route.path} (${route.id}): ${found}, not ${declared}`
  })
  return (await Promise.all(requested)).filter(Boolean)
}

/** A field that no form knows: someone who may act gets an error, and nothing changes. */
const form = { origin, 'content-type': 'application/x-www-form-urlencoded', body: 'nonsense=1' }

function send(
  port: number,
  { path, id }: AddressedRoute,
  way: MatrixRequest,
  cookie: string,
): Promise<HttpAnswer> {
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
async function wordFor({ status, headers, bytes }: HttpAnswer): Promise<string> {
  const location =
    status === 202 && headers['x-remix-response'] ? await readTurboRedirect(bytes) : headers.location
  return location === undefined ? String(status) : `to ${location.replace(/\?.*/, '')}`
}

function declare(route: AddressedRoute, kind: VisitorKind, way: MatrixRequest): string {
  if ((foreignMethods as readonly string[]).includes(way)) return '405'
  if (way.startsWith('POST')) return declareActing(route, kind, way)
  // The address of a feed is read strictly, and there is no data form of it.
  return route.id.startsWith('feed/') && way.startsWith('GET ') ? '404' : declareReading(route, kind)
}

/** These pages redirect anyone who is signed in already. */
const waysIn = new Set(['routes/staff/sign-in/sign-in', 'routes/staff/sign-in/second-factor'])

const ownWaysIn = new Set(['routes/site/own-page/sign-in', 'routes/site/own-page/passkey-sign-in'])

const documents = new Set(['routes/site/confirm/confirm-file', 'routes/site/own-page/receipt'])

/** No session of staff opens these, and visitors have to sign in with a code. */
function isOwnPage(id: string): boolean {
  return id.startsWith('routes/site/own-page/') && !ownWaysIn.has(id)
}

function declareActing(route: AddressedRoute, kind: VisitorKind, way: MatrixRequest): string {
  const { id, hasAction } = route
  if (id === 'routes/site/frame/not-found') return '404'
  if (!hasAction) return '405'
  if (!mayAct(id, accessRolesOf(kind))) return turnedAway(kind)
  if (isOwnPage(id)) return 'to /my-page/sign-in'
  const page = way === 'POST' && waysIn.has(id) ? declareReading(route, kind) : '200'
  return page === '200' ? '400' : page
}

function declareReading({ id }: AddressedRoute, kind: VisitorKind): string {
  const who = accessRoleOf[kind]
  if (policy[id]?.read.length === 0) return '405'
  if (!mayRead(id, accessRolesOf(kind))) return turnedAway(kind)
  // Only the browser that has submitted the form has a copy.
  // Without a working link there is no file.
  if (id.startsWith('forms/copy/') || documents.has(id)) return '404'
  if (isOwnPage(id)) return 'to /my-page/sign-in'
  switch (id) {
    case 'routes/site/frame/not-found':
      return '404'
    case 'routes/staff/sign-in/sign-out':
    // Nobody is on the way to a provider.
    case 'routes/staff/sign-in/leaving':
      return 'to /'
    // No provider is set up.
    case 'routes/staff/sign-in/provider-return':
      return '404'
    case 'routes/staff/content/edit-page':
      return 'to /editor/content/page'
    case 'routes/staff/sign-in/sign-in':
      return who === 'visitor' ? '200' : who === 'half' ? 'to /admin/second-factor' : `to ${homes[who]}`
    case 'routes/staff/sign-in/second-factor':
      return who === 'visitor' || who === 'half' ? '200' : `to ${homes[who]}`
    default:
      return '200'
  }
}

const homes = {
  unproved: '/account/profile',
  enrolling: '/account/factors',
  pending: '/account/profile',
  editor: '/editor/dashboard',
  admin: '/admin/dashboard',
}

function turnedAway(kind: VisitorKind): string {
  const who = accessRoleOf[kind]
  if (who === 'visitor') return 'to /admin/admin-editor-login'
  if (who === 'enrolling') return 'to /account/factors'
  return who === 'half' ? 'to /admin/second-factor' : '403'
}
