import { hash, timingSafeEqual } from 'node:crypto'
import { findStoreProblem } from '#features/watching/alarms.server.ts'
import { readDatabaseMetrics, readDisks } from '#features/watching/queries.server.ts'
import { writeMetrics } from '#features/watching/metrics.server.ts'
import type { Config } from '#server/config/config.server.ts'
import { metricsContext } from '#server/http/context.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { notThere, textAnswer } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/metrics.ts'

/** Counts for a monitoring system, without people or addresses; others get "not found". */
export async function loader(args: Route.LoaderArgs) {
  const { db, files, config, client, now } = begin(args, 'routes/endpoints/health/metrics')
  const { context, request } = args
  const { address } = client
  if (!mayWatch(config, address, request.headers)) return notThere('There is nothing at this address.')
  const storeProblem = await findStoreProblem(files)
  const database = await readDatabaseMetrics(db, { ...config, storeProblem }, now).catch(() => undefined)
  const around = { isStoreUp: storeProblem === undefined, disks: await readDisks(config) }
  const text = writeMetrics(await context.get(metricsContext)(), database, around)
  return textAnswer(text, 'text/plain; version=0.0.4', { 'cache-control': 'no-store' })
}

/** Behind a proxy on this machine every visitor seems to come from it, so a public site needs a token. */
function mayWatch({ metricsToken, origin }: Config, address: string, headers: Headers): boolean {
  if (metricsToken !== undefined) return isSame(headers.get('authorization') ?? '', `Bearer ${metricsToken}`)
  const isPassedOn = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => headers.has(name))
  return isLoopback(address) && isLoopback(new URL(origin).hostname) && !isPassedOn
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || /^127\.|^\[?::1\]?$/.test(host)
}

/** In constant time, so that the timing does not reveal how much of it was right. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => hash('sha256', text, 'buffer')) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
