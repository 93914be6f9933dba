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
import { openDoor } from '#server/workers/wide-door.ts'
import { openWorkerLink } from '#server/workers/worker-link.server.ts'
import { hasContent } from './app/starter/has-content.server.ts'
import { openSite, type Site } from './site.ts'
import { startWork } from './work.ts'

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

  const link = openWorkerLink()
  // Before the database is brought up to date: a start that fails leaves the release before able to open it.
  if (!link) await tryListening(config)
  const unsafe = findUnsafe(config, process.env, [
    ...process.execArgv,
    ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/),
  ])
  if (unsafe) throw new ConfigError(unsafe)
  const site = await openSite(config, undefined, link).catch((error: unknown) => {
    throw explainDatabase(error, config)
  })
  if (!(await hasContent(site.db))) {
    // Needed once in the life of a site, so later starts do not carry it.
    const { loadStarterContent } = await import('./app/starter/load.server.ts')
    await loadStarterContent(site.db, site.files, new Date(), (line) => console.log(line))
  }
  const closeHttp = gentleCloser(site.http)
  const door = link ? undefined : await openDoor(site.http, config)
  if (door) console.log(`The site is open at http://${inAddress(config.host)}:${door.port}`)
  if (!link || link.number === 1) await tellFirstAdministrator(site, config)
  let stopWork = link ? async () => {} : startWork(site, config)
  stop = async () => {
    site.standing.isOpen = false
    await sleep(config.drainMs)
    door?.close()
    await Promise.all([closeHttp(), stopWork()])
    await site.close()
  }
  /** Another process serves already, so there is time to answer everybody who is here. */
  const leave = async () => {
    site.standing.isLeaving = true
    const closing = closeHttp({ waitsForIdle: true })
    await stopWork()
    link?.tellRested()
    await closing
    await site.close()
  }
  link?.listen({
    serve: (socket) => takeConnection(site, socket),
    work: () => (stopWork = startWork(site, config)),
    leave: () => endBy(leave, longestLeaveMs),
    tellFigures: site.figures,
  })
  // A server that others give connections to looks after their times only when it was told that it listens.
  if (link) site.http.emit('listening')
  link?.tellOpen(config)
}

function takeConnection({ http }: Site, socket: Socket) {
  socket.allowHalfOpen = true
  http.emit('connection', socket)
}

const longestLeaveMs = 120_000

/** The way in while nobody is an administrator: whoever can read this output may become the first. */
async function tellFirstAdministrator({ db }: Site, config: Config) {
  const link = await makeFirstAdminLink(db, config, new Date())
  if (link) console.log(`No administrator yet. Make the first one, within a day, at ${link}`)
}
