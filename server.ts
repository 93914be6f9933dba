import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'node:net'
import { makeFirstAdminLink } from '#features/staff/joining/joining.server.ts'
import { ConfigError } from '#server/config/config-error.ts'
import type { Config } from '#server/config/config.server.ts'
import { configureProcess } from '#server/files/data-permissions.server.ts'
import { inAddress, tryListening } from '#server/http/listen-errors.ts'
import { explainDatabase } from '#server/http/start-errors.server.ts'
import { endBy, gentleCloser, stopOnSignal } from '#server/http/stop.server.ts'
import { findUnsafe } from '#server/config/unsafe-settings.ts'
import { openListeners } from '#server/workers/listeners.ts'
import { openWorkerChannel } from '#server/workers/worker-channel.server.ts'
import { hasContent } from './app/starter/has-content.server.ts'
import { openSite, type Site } from './site.ts'
import { startBackgroundWork } from './background.ts'

export { openSite }

/** Runs the site that the environment configures until it is stopped. */
export async function runSite() {
  try {
    await serve()
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exit(1)
  }
}

async function serve() {
  const config = configureProcess(process.env)
  let stop = async () => {}
  stopOnSignal(() => stop(), config.drainMs)

  const channel = openWorkerChannel()
  // Before the migration: if the start fails, the previous release can still open the database.
  if (!channel) await tryListening(config)
  const unsafe = findUnsafe(config, process.env, [
    ...process.execArgv,
    ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/),
  ])
  if (unsafe) throw new ConfigError(unsafe)
  const site = await openSite(config, undefined, channel).catch((error: unknown) => {
    throw explainDatabase(error, config)
  })
  if (!(await hasContent(site.db))) {
    // Needed once in the life of a site, so later starts do not load it.
    const { loadStarterContent } = await import('./app/starter/load.server.ts')
    await loadStarterContent(site.db, site.files, new Date(), (line) => console.log(line))
  }
  const closeHttp = gentleCloser(site.http)
  const listeners = channel ? undefined : await openListeners(site.http, config)
  if (listeners) console.log(`The site is running at http://${inAddress(config.host)}:${listeners.port}`)
  if (!channel || channel.number === 1) await printFirstAdminLink(site, config)
  let stopBackgroundWork = channel ? async () => {} : startBackgroundWork(site, config)
  stop = async () => {
    site.lifecycle.isOpen = false
    await sleep(config.drainMs)
    listeners?.close()
    await Promise.all([closeHttp(), stopBackgroundWork()])
    await site.close()
  }
  /** A successor is already serving, so there is time to finish all requests. */
  const leave = async () => {
    site.lifecycle.isLeaving = true
    const closing = closeHttp({ waitsForIdle: true })
    await stopBackgroundWork()
    channel?.reportRested()
    await closing
    await site.close()
  }
  channel?.listen({
    serve: (socket) => takeConnection(site, socket),
    work: () => (stopBackgroundWork = startBackgroundWork(site, config)),
    leave: () => endBy(leave, maxLeaveMs),
    readMetrics: site.readMetrics,
  })
  // A server that is handed its connections checks their timeouts only after a listening event.
  if (channel) site.http.emit('listening')
  channel?.reportOpen(config)
}

function takeConnection({ http }: Site, socket: Socket) {
  socket.allowHalfOpen = true
  http.emit('connection', socket)
}

const maxLeaveMs = 120_000

/** The way in while there is no administrator: anyone who can read this output may become the first. */
async function printFirstAdminLink({ db }: Site, config: Config) {
  const link = await makeFirstAdminLink(db, config, new Date())
  if (link) console.log(`There is no administrator yet. Create the first account within a day at ${link}`)
}
