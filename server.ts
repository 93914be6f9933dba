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
  const config = configureProcess(process.env)
  let stop = async () => {}
  stopOnSignal(() => stop(), config.drainMs)

  const channel = openWorkerChannel()
  // Before the database is brought up to date: a start that fails leaves the release before able to open it.
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
    // Needed once in the life of a site, so later starts do not carry it.
    const { loadStarterContent } = await import('./app/starter/load.server.ts')
    await loadStarterContent(site.db, site.files, new Date(), (line) => console.log(line))
  }
  const closeHttp = gentleCloser(site.http)
  const listeners = channel ? undefined : await openListeners(site.http, config)
  if (listeners) console.log(`The site is open at http://${inAddress(config.host)}:${listeners.port}`)
  if (!channel || channel.number === 1) await printFirstAdminLink(site, config)
  let stopBackgroundWork = channel ? async () => {} : startBackgroundWork(site, config)
  stop = async () => {
    site.lifecycle.isOpen = false
    await sleep(config.drainMs)
    listeners?.close()
    await Promise.all([closeHttp(), stopBackgroundWork()])
    await site.close()
  }
  /** Another process serves already, so there is time to answer everybody who is here. */
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
    leave: () => endBy(leave, longestLeaveMs),
    readMetrics: site.readMetrics,
  })
  // A server that others give connections to looks after their times only when it was told that it listens.
  if (channel) site.http.emit('listening')
  channel?.reportOpen(config)
}

function takeConnection({ http }: Site, socket: Socket) {
  socket.allowHalfOpen = true
  http.emit('connection', socket)
}

const longestLeaveMs = 120_000

/** The way in while nobody is an administrator: whoever can read this output may become the first. */
async function printFirstAdminLink({ db }: Site, config: Config) {
  const channel = await makeFirstAdminLink(db, config, new Date())
  if (channel) console.log(`No administrator yet. Make the first one, within a day, at ${channel}`)
}
