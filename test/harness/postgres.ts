import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import pg from 'pg'

export type TestServer = { url: string; stop(): Promise<void> }

/** A PostgreSQL server for tests: the one that TEST_DATABASE_URL names, otherwise one that ends with this process. */
export async function startPostgres(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL
  return given ? { url: given, stop: async () => {} } : startKeeper()
}

/** Our own server that syncs what it commits. */
export function startDurablePostgres(): Promise<TestServer> {
  return startKeeper('--durable')
}

/** Our own server and a standby that follows it, in the same folder at the socket of port 5433. */
export async function startReplicatedPostgres() {
  const { url, stop, send } = await startKeeper('--replica')
  const folder = new URL(url).searchParams.get('host') ?? ''
  const replicaSocket = join(folder, '.s.PGSQL.5433')
  return {
    ...{ url, replicaSocket, stop },
    /** Ends the first one as if its machine had failed. */
    killFirst: () => send('down'),
    /** Brings it back read-only, with nobody to follow. */
    bringBackFirst: () => send('follow'),
  }
}

async function startKeeper(...args: string[]) {
  // In a separate session, so that Ctrl-C does not end the keeper before it has cleaned up.
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.ts'), ...args], {
    detached: true,
    windowsHide: true,
  })
  const exited = once(keeper, 'exit')
  const complaint = text(keeper.stderr)
  const failed = exited.then(async (): Promise<never> => {
    const reason = (await complaint).trim() || 'the server ended while starting.'
    throw new Error(`No PostgreSQL for the tests: ${reason} Set TEST_DATABASE_URL to use another server.`)
  })
  const ready = once(createInterface(keeper.stdout), 'line')
  const [url] = (await Promise.race([ready, failed])) as [string]

  // A test process that forgets to stop the server can still end, and the server ends with it.
  keeper.unref()
  for (const pipe of [keeper.stdin, keeper.stdout, keeper.stderr]) (pipe as Socket).unref()

  async function stop() {
    keeper.ref()
    keeper.stdin.end()
    await exited
  }
  return { url, stop, send: (word: string) => void keeper.stdin.write(`${word}\n`) }
}

/**
 * Creates a database with a new name beside the given one and returns its URL. It is empty, or a copy of a template
 * made by this function, to which nobody may be connected meanwhile.
 */
export async function createDatabase(serverUrl: string, templateUrl?: string): Promise<string> {
  const template = templateUrl === undefined ? 'template0' : testDatabaseOf(templateUrl)
  const family = templateUrl === undefined ? `iaps_test_${randomHex()}` : familyOf(template)
  const name = `${family}${randomHex()}`
  // Copying the files takes a tenth of the time of the default, copying through the log.
  await command(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return withDatabase(serverUrl, name)
}

/** Drops a database that createDatabase made, and ends all connections to it. */
export async function dropDatabase(url: string): Promise<void> {
  await command(withDatabase(url, 'postgres'), `drop database ${testDatabaseOf(url)} with (force)`)
}

/** Drops a template and every copy of it. */
export async function dropFamily(url: string): Promise<void> {
  const family = familyOf(testDatabaseOf(url))
  const server = withDatabase(url, 'postgres')
  const { rows } = await command(server, `select datname from pg_database where datname like '${family}%'`)
  for (const { datname } of rows as { datname: string }[]) await dropDatabase(withDatabase(server, datname))
}

/** How the names of a template and of its copies start. */
function familyOf(name: string) {
  return name.slice(0, -8)
}

function randomHex() {
  return randomBytes(4).toString('hex')
}

/** Nothing else is ever dropped or copied: TEST_DATABASE_URL may name someone's own server. */
function testDatabaseOf(url: string) {
  const name = new URL(url).pathname.slice(1)
  if (!/^iaps_test_[0-9a-f]{16}$/.test(name)) throw new Error(`"${name}" is not a database made for a test`)
  return name
}

function withDatabase(serverUrl: string, name: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function command(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
