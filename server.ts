import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { watchContentVersion } from '#db/content-version.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { derivePicture, derivePictureJob } from '#features/media/operations.server.ts'
import { loadAssets } from '#server/assets.server.ts'
import { ConfigError, readConfig, type Config } from '#server/config.server.ts'
import * as contexts from '#server/context.server.ts'
import { openFileStore } from '#server/files.server.ts'
import { sharedHeaders } from '#server/headers.server.ts'
import { createHttpServer, type Respond } from '#server/http.server.ts'
import { startJobs } from '#server/jobs.server.ts'
import { log } from '#server/log.server.ts'
import { PageCache } from '#server/page-cache.server.ts'
import { newReference } from '#server/reference.server.ts'
import { loadStarterContent } from './app/starter/load.server.ts'

const clientFolder = fileURLToPath(new URL('../client', import.meta.url))

/** The whole product on one configuration: database, jobs, router and HTTP, not yet listening. */
export async function openSite(config: Config, clock: () => Date = () => new Date()) {
  const db = openDatabase(config.database)
  const files = openFileStore(join(config.dataDir, 'files'))
  const assets = loadAssets(clientFolder, sharedHeaders(config.origin))
  const cache = new PageCache()
  const taken = await migrate(db, clock())
  if (taken.length) log('database.migrated', { steps: taken })

  const route = createRequestHandler(build as ServerBuild)
  const headers = Object.entries(sharedHeaders(config.origin))
  const styles = styleReader((name) => assets.get(name)?.answers.identity.body.toString() ?? '')

  const respond: Respond = async (request, refusal) => {
    const context = new RouterContextProvider()
    const reference = newReference()
    context.set(contexts.dbContext, db)
    context.set(contexts.filesContext, files)
    context.set(contexts.configContext, config)
    context.set(contexts.nowContext, clock())
    context.set(contexts.referenceContext, reference)
    context.set(contexts.refusalContext, refusal)
    context.set(contexts.styleContext, styles)
    const response = await route(request, context)
    for (const [name, value] of headers) response.headers.set(name, value)
    if (response.status >= 400) logRefused(request, response.status, reference)
    return response
  }

  const stopWatching = watchContentVersion(db, config.database, (version) => (cache.version = version))
  const http = createHttpServer({ origin: config.origin, assets, cache, respond })
  const close = async () => {
    await stopWatching()
    await db.destroy()
  }
  return { db, files, http, respond, close }
}

export type Site = Awaited<ReturnType<typeof openSite>>

function logRefused(request: Request, status: number, reference: string) {
  log('request.refused', {
    status,
    method: request.method,
    path: new URL(request.url).pathname.slice(0, 200),
    reference,
  })
}

function styleReader(read: (name: string) => string) {
  const known = new Map<string, string>()
  return (names: string[]) => {
    const key = names.join()
    const text = known.get(key) ?? names.map(read).join('')
    known.set(key, text)
    return text
  }
}

/** Opens the site of the environment's configuration and keeps it open until it is told to stop. */
export async function runSite() {
  try {
    await serve()
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exit(1)
  }
}

async function serve() {
  const config = readConfig(process.env)
  const site = await openSite(config)
  await loadStarterContent(site.db, site.files, new Date(), (line) => console.log(line))
  const stopJobs = startJobs(site.db, {
    [derivePictureJob]: ({ fileId }: { fileId: string }) =>
      derivePicture(site.db, site.files, fileId, new Date()),
  })
  await listen(site, config)

  const stop = async () => {
    site.http.close()
    site.http.closeIdleConnections()
    await stopJobs()
    await site.close()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

function listen({ http }: Site, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, config)))
    http.listen(config.port, config.host, () => {
      const { port } = http.address() as AddressInfo
      console.log(`The site is open at http://${config.host}:${port}`)
      resolve()
    })
  })
}

function explain(error: NodeJS.ErrnoException, config: Config) {
  if (error.code === 'EADDRINUSE')
    return new ConfigError(`PORT ${config.port} is in use by another program; set PORT to a free one.`)
  if (error.code === 'EACCES')
    return new ConfigError(`PORT ${config.port} needs more rights; set PORT above 1023.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new ConfigError(`HOST "${config.host}" is not an address of this machine.`)
  return error
}
