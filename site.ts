import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RouterContextProvider, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { readContentVersion, watchContentVersion } from '#db/engine/content-version.server.ts'
import { isPostgresUrl, openDatabase } from '#db/engine/engine.server.ts'
import { Replica } from '#db/engine/replica.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { openCertificateKey, siteKeyOf } from '#features/certificates/own-key.server.ts'
import { rememberCertificateKey } from '#features/credentials/keys.server.ts'
import { checkStore } from '#features/media/same-store.server.ts'
import { readStaffTokens } from '#routes/request/staff-cookies.server.ts'
import { upgrade } from '#features/search/upgrade.server.ts'
import { switchMirror } from '#features/staff/firebase/mirrored-users.server.ts'
import { mustEnrol } from '#features/staff/factors/factor-queries.server.ts'
import { findSession, noteSeen } from '#features/staff/session/sessions.server.ts'
import { saveVisits } from '#features/visits/operations.server.ts'
import { metricsOf } from '#features/watching/metrics.server.ts'
import { lastKnownStore } from '#features/watching/alarms.server.ts'
import { canServe } from '#features/watching/queries.server.ts'
import { listCapabilities } from '#features/bodies/capabilities.server.ts'
import { officeDay } from '#office-time.ts'
import {
  certificateKeyContext,
  clientContext,
  sessionContext,
} from '#routes/request/session-context.server.ts'
import { loadAssets } from '#server/http/assets.server.ts'
import { pageStylesFile, readPageStyles } from '#server/http/page-styles.server.ts'
import { clientAddress, networkOf } from '#server/http/client-address.server.ts'
import type { Config } from '#server/config/config.server.ts'
import * as contexts from '#server/http/context.server.ts'
import type { RenderPage } from '#server/http/context.server.ts'
import { AdmissionControl } from '#server/load/admission-control.server.ts'
import { sharedHeaders } from '#server/http/headers.server.ts'
import { hasOwnCookie, siteAddresses } from '#routes/request/site-addresses.ts'
import { openAccessLog } from '#server/observe/access-log.server.ts'
import { createHttpServer, unreadMs, type ServerLifecycle } from '#server/http/http.server.ts'
import { EventLoopDelay } from '#server/load/event-loop-delay.ts'
import { startScheduledTasks } from '#server/jobs/scheduled-tasks.server.ts'
import { lettersKeyName } from '#server/mail/letter-links.server.ts'
import { log, logError } from '#server/observe/log.server.ts'
import { ProcessMetrics } from '#server/observe/process-metrics.server.ts'
import { VisitCounts } from '#server/observe/visit-counts.ts'
import { PageCache } from '#server/cache/page-cache.server.ts'
import type { Respond } from '#server/http/page-rendering.server.ts'
import { newReference } from '#server/input/reference.server.ts'
import { routeNamer } from '#server/http/route-names.ts'
import { afterFailure, replaceRouterError } from '#server/http/router-answer.server.ts'
import { createRouter, patternsOf, withExactCase } from '#server/http/router-build.ts'
import { sealLetters } from '#server/mail/seal-letters.server.ts'
import { checkKeys, keysFromSecret } from '#server/config/site-keys.server.ts'
import { openStores } from '#server/files/stores.server.ts'
import { Tracer } from '#server/observe/traces.server.ts'
import type { WorkerChannel } from '#server/workers/worker-channel.server.ts'
import type { GatheredMetrics } from '#server/workers/worker-messages.ts'

const clientFolder = fileURLToPath(new URL('../client', import.meta.url))

/** The whole site for one configuration: database, router and HTTP server, not yet listening. */
export async function openSite(
  config: Config,
  clock: () => Date = () => new Date(),
  channel?: Pick<WorkerChannel, 'number' | 'gatherMetrics'>,
) {
  const metrics = new ProcessMetrics()
  const tracer = config.traces && new Tracer(config.traces)
  const onQuery = (seconds: number, hasFailed: boolean) => {
    metrics.observeQuery(seconds, hasFailed)
    tracer?.observeQuery(seconds)
  }
  const db = openDatabase(config.database, onQuery, true)
  const replica = config.readDatabase === undefined ? undefined : openReplica(config.readDatabase, onQuery)
  const { files, privateFiles } = openStores(config)
  const certificateKey = openCertificateKey(config)
  const assets = loadAssets(clientFolder, sharedHeaders(config.origin))
  const visits = new VisitCounts(config.origin, siteAddresses.uncounted)
  const cache = new PageCache(undefined, (address, headers) => visits.counterFor(address, headers))
  const { secret, mayKeysBeNew } = config
  // A machine with other keys must not change the database either.
  const taken = await inTransaction(db, async (db) => {
    const steps = await upgrade(db, clock())
    const keys = [...keysFromSecret(secret), siteKeyOf(certificateKey)]
    const noted = await checkKeys(db, keys, mayKeysBeNew, clock())
    if (noted.includes(lettersKeyName)) await sealLetters(db)
    await rememberCertificateKey(db, certificateKey, clock())
    await switchMirror(db, config.firebase, clock())
    return steps
  })
  if (taken.length) log('database.migrated', { steps: taken })
  // The embedded database has only one machine.
  if (isPostgresUrl(config.database) && !config.mayFilesBeMissing) await checkStore(db, files)

  const exact = withExactCase(build as ServerBuild)
  const route = createRouter(exact)
  const headers = Object.entries(sharedHeaders(config.origin))
  const styles = readPageStyles(join(clientFolder, '..', pageStylesFile))

  const lifecycle: ServerLifecycle = { isOpen: true, isLeaving: false }
  const readMetrics = () => metricsOf(metrics, db)
  const gatherMetrics = async (): Promise<GatheredMetrics> =>
    (await channel?.gatherMetrics()) ?? {
      of: [{ ...(channel && { worker: channel.number }), families: readMetrics() }],
    }
  const contextFor = (reference: string) => {
    const context = new RouterContextProvider()
    context.set(contexts.dbContext, db)
    context.set(contexts.filesContext, files)
    context.set(contexts.privateFilesContext, privateFiles)
    context.set(contexts.configContext, config)
    context.set(certificateKeyContext, certificateKey)
    context.set(contexts.nowContext, clock())
    context.set(contexts.referenceContext, reference)
    context.set(contexts.failureContext, {})
    context.set(contexts.styleContext, styles)
    context.set(contexts.buildContext, exact.assets.version)
    context.set(contexts.renderPageContext, renderPage)
    context.set(contexts.metricsContext, gatherMetrics)
    context.set(contexts.visitsContext, visits)
    return context
  }

  /** Renders a public page as any visitor would see it, from the given database. */
  const renderPage: RenderPage = (db, path) => {
    const context = contextFor(newReference())
    context.set(contexts.dbContext, db)
    context.set(contexts.previewContext, true)
    context.set(contexts.refusalContext, undefined)
    context.set(sessionContext, undefined)
    return route(new Request(new URL(path, config.origin)), context)
  }

  const respond: Respond = async (request, refusal, peer = '', reader = db) => {
    const reference = newReference()
    const context = contextFor(reference)
    context.set(contexts.dbContext, reader)
    context.set(contexts.refusalContext, refusal)
    const client = clientOf(request, peer, config)
    context.set(clientContext, client)
    context.set(sessionContext, await openSession(db, client.tokens.session, clock()))
    const routed = await route(request, context)
    const failure = context.get(contexts.failureContext).answer
    const response = await replaceRouterError(afterFailure(routed, failure), request.method)
    // Nearly all limits use windows of 15 minutes; a page that knows better has said so.
    const later = { 429: '900', 503: '30' }[response.status]
    if (later && !response.headers.has('retry-after')) response.headers.set('retry-after', later)
    for (const [name, value] of headers) response.headers.set(name, value)
    if (response.status >= 400 && response.status < 500)
      log('request.refused', {
        status: response.status,
        ...(refusal?.request ?? requestLine(request)),
        reference,
      })
    return response
  }

  /** What anyone gets at a path, including built files. */
  const ask = async (path: string): Promise<Response> => {
    const asset = assets.get(path)?.answers.identity
    if (!asset) return respond(new Request(new URL(path, config.origin)))
    const type = asset.headers[asset.headers.indexOf('content-type') + 1] ?? ''
    return new Response(new Uint8Array(asset.body), { headers: { 'content-type': type } })
  }

  const readVersion = (reader: Db = db) => readContentVersion(reader).catch(() => undefined)
  const stopWatching = watchContentVersion(db, config.database, (version) => (cache.version = version))
  const nameOf = routeNamer(patternsOf(exact.routes))
  const loopDelay = new EventLoopDelay()
  const addressOf = ({ socket, headers }: IncomingMessage) =>
    clientAddress(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''), config.trustedProxies)
  const accessLog = config.isEveryRequestLogged
    ? openAccessLog({ site: siteAddresses, nameOf, addressOf })
    : undefined
  const isKnown = ({ headers }: IncomingMessage) => hasOwnCookie(headers.cookie)
  const admission = new AdmissionControl({
    origin: config.origin,
    metrics,
    loopDelay,
    networkOf: (request) => networkOf(addressOf(request)),
    isKnown,
  })
  const http = createHttpServer({
    origin: config.origin,
    site: siteAddresses,
    canServe: () => canServe(db),
    isStoreUp: lastKnownStore(files),
    ...{
      assets,
      cache,
      respond,
      readVersion,
      metrics,
      visits,
      tracer,
      accessLog,
      nameOf,
      lifecycle,
      replica,
      admission,
      unreadMs,
    },
  })
  const saveCounts = () => saveVisits(db, visits, clock())
  const stopSaving = startScheduledTasks({ 'save-visits': saveCounts }, visitsEveryMs)
  const close = async () => {
    await stopSaving()
    await saveCounts().catch((error: unknown) => logError('visits.unsaved', error))
    await stopWatching()
    await replica?.close()
    await db.destroy()
    await tracer?.close()
    metrics.close()
    loopDelay.close()
  }
  const { routes } = exact
  return {
    ...{ db, files, privateFiles, http, respond, ask, routes, lifecycle, readMetrics, admission },
    ...{ saveCounts, close },
  }
}

/** A crash loses the visits of this long at most. */
const visitsEveryMs = 60_000

export type Site = Awaited<ReturnType<typeof openSite>>

function openReplica(address: string, onQuery: (seconds: number, hasFailed: boolean) => void): Replica {
  return new Replica(address, onQuery, (isThere) => log(isThere ? 'replica.back' : 'replica.away'))
}

function clientOf({ headers }: Request, peer: string, { trustedProxies, origin }: Config) {
  const cookie = headers.get('cookie') ?? ''
  return {
    address: clientAddress(peer, headers.get('x-forwarded-for') ?? undefined, trustedProxies),
    userAgent: headers.get('user-agent')?.slice(0, 300) ?? '',
    cookie,
    tokens: readStaffTokens(cookie, origin),
  }
}

async function openSession(db: Db, token: string | undefined, now: Date) {
  const session = token === undefined ? undefined : await findSession(db, token, now)
  if (!session) return undefined
  await noteSeen(db, session, now)
  const { id, role } = session.user
  const capabilities = role === 'editor' ? await listCapabilities(db, id, officeDay(now)) : []
  return { ...session, capabilities, mustEnrol: await mustEnrol(db, session.user.role, session.hasFactor) }
}

function requestLine({ method, url }: Request) {
  return { method, path: new URL(url).pathname.slice(0, 200) }
}
