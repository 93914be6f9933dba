import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { Agent, createServer, request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { migrations } from '#db/migrations/all.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { monday } from '#test/harness/db.ts'
import { freePort } from '#test/harness/http.ts'
import { runCommand, runProgram } from '#test/harness/processes.ts'
import { onlyInFull } from '#test/harness/scale.ts'

/** The built server as a separate process: how it refuses to start, and how it ends. */

test.for([
  ['PORT', 'http'],
  ['ORIGIN', 'www.example.org'],
  ['DATABASE_URL', 'mysql://site:secret@localhost/site'],
  ['DATA_DIR', '/dev/null/data'],
  ['WORKERS', 'many'],
  ['WORKERS', '65'],
] as const)('%s=%s stops the start with one sentence', async ([name, value]) => {
  await expectRefusal(start({ DATA_DIR: newFolder(), [name]: value }), name)
})

test('a DATA_DIR that is a file stops the start with one sentence', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')

  await expectRefusal(start({ DATA_DIR: file }), 'DATA_DIR')
})

test('a DATA_DIR whose database is something else stops the start with one sentence', async () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'site.db'), 'This is not a database, and long enough to tell. '.repeat(50))

  await expectRefusal(start({ DATA_DIR: dataDir }), 'DATA_DIR')
})

test('a DATA_DIR whose database is a folder stops the start with one sentence', onlyInFull, async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'site.db'))

  await expectRefusal(start({ DATA_DIR: dataDir }), 'DATA_DIR')
})

test('an unreachable DATABASE_URL stops the start with one sentence, without its password', async () => {
  const port = await freePort()
  const database = `postgres://site:secret@127.0.0.1:${port}/site`
  const { errors } = await expectRefusal(
    start({ DATA_DIR: newFolder(), DATABASE_URL: database }),
    'DATABASE_URL',
  )

  expect(errors).not.toContain('secret')
})

test('a database that a newer release has changed stops the start with one sentence', async () => {
  const dataDir = newFolder()
  const db = openDatabase(join(dataDir, 'site.db'))
  await migrate(db, monday, [...migrations, { name: '999-later', sql: '' }])
  await db.destroy()

  const { errors } = await expectRefusal(start({ DATA_DIR: dataDir }), 'The')
  expect(errors).toMatch(/^The database was changed by a newer version of the site \(migration 999-later\)/)
})

test('a taken port stops the start with one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const dataDir = starterFolder()

  await expectRefusal(start({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) }), 'PORT')
  other.close()
})

test('a failed start leaves the database of an older release as it was', onlyInFull, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const dataDir = newFolder()
  const db = openDatabase(join(dataDir, 'site.db'))
  const older = migrations.slice(0, -2)
  await migrate(db, monday, older)

  const settings = [{ PORT: String(port) }, { PORT: '0', SECRET: 'change me, '.repeat(4) }]
  for (const env of settings) {
    const [name = ''] = Object.keys(env).toReversed()
    await expectRefusal(start({ DATA_DIR: dataDir, HOST: '127.0.0.1', ...env }), name)
    expect(await migrate(db, monday, older)).toEqual([])
  }
  await db.destroy()
  other.close()
})

test(
  'a taken port stops the supervisor of several processes with one sentence, and all of them',
  onlyInFull,
  async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo

    const env = { DATA_DIR: starterFolder(), HOST: '127.0.0.1', PORT: String(port), WORKERS: '2' }
    await expectRefusal(start(env), 'PORT')
    other.close()
  },
)

test('what stops one process stops the supervisor of several', onlyInFull, async () => {
  await expectRefusal(start({ DATA_DIR: newFolder(), ORIGIN: 'www.example.org', WORKERS: '2' }), 'ORIGIN')
})

test('a host that is not ours stops the start with one sentence', async () => {
  const dataDir = starterFolder()
  for (const host of ['192.0.2.1', 'no-such-host.invalid'])
    await expectRefusal(start({ DATA_DIR: dataDir, HOST: host }), 'HOST')
})

test.for(['SIGINT', 'SIGTERM'] as const)(
  '%s ends it cleanly: what was asked is answered, what only waits is closed',
  async (signal) => {
    const { server, port } = await open()
    const agent = new Agent({ keepAlive: true })
    const unused = connect(port, '127.0.0.1')
    await once(unused, 'connect')
    await Promise.all(Array.from({ length: 12 }, () => ask(port, '/iaps', agent)))
    // Addresses with unknown parameters are rendered each time, so most are in progress when the first is answered.
    const requested = Array.from({ length: 12 }, (_, n) => ask(port, `/?x=${n}`, agent))
    await Promise.race(requested)
    const closed = once(unused, 'close')
    server.process.kill(signal)

    expect(await Promise.all(requested)).toEqual(requested.map(() => 200))
    await closed
    const { code, errors } = await server.ended
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    agent.destroy()
  },
)

test.runIf(process.platform === 'linux')(
  'started by npm, it ends with the shell between them, which passes on no signal',
  async () => {
    const env = { DATA_DIR: starterFolder(), HOST: '127.0.0.1', PORT: '0', npm_lifecycle_event: 'start' }
    const shell = runCommand('sh', ['-c', `'${process.execPath}' scripts/serve.mjs; true`], env)
    onTestFinished(() => void shell.process.kill('SIGKILL'))
    const port = Number(/:(\d+)$/.exec(await shell.line(/The site is running at/))?.[1])
    expect(await ask(port, '/iaps')).toBe(200)
    shell.process.kill('SIGTERM')

    await expect.poll(() => ask(port, '/iaps').catch(() => 'closed')).toBe('closed')
  },
)

test('one Ctrl-C that arrives twice, from the terminal and from npm, counts once', async () => {
  const { server } = await open()
  server.process.kill('SIGINT')
  server.process.kill('SIGINT')

  const { code, signal } = await server.ended
  expect({ code, signal }).toEqual({ code: 0, signal: null })
})

test(
  'Ctrl-C while the starter content is loaded ends it immediately, and the next start loads it again',
  onlyInFull,
  async () => {
    const dataDir = newFolder()
    const server = start({ DATA_DIR: dataDir, PORT: '0' })
    await server.line(/drew 6/)
    server.process.kill('SIGINT')

    const { code, errors } = await server.ended
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const db = openDatabase(join(dataDir, 'site.db'))
    expect(await db.selectFrom('entry').select('id').execute()).toEqual([])
    await db.destroy()
  },
)

test('a second start on loaded content prints the address and nothing about loading', async () => {
  const dataDir = starterFolder()
  const { server } = await open(dataDir)
  server.process.kill('SIGTERM')
  const { lines } = await server.ended

  expect(lines.filter((line) => /Loading/.test(line))).toEqual([])
})

test('compiled code is kept for the next start, of this build only and for nobody else', async () => {
  const folder = join(starterFolder(), 'compiled')
  mkdirSync(join(folder, 'of-an-older-build'), { recursive: true })
  const { server } = await open(dirname(folder), { NODE_COMPILE_CACHE: '' })
  server.process.kill('SIGTERM')
  await server.ended
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })

  expect(names.filter((name) => !name.includes('/'))).toEqual([expect.stringMatching(/^\d+$/)])
  expect(names.length).toBeGreaterThan(50)
  expect(names.every((name) => (statSync(join(folder, name)).mode & 0o077) === 0)).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'a site whose threads would each have a heap of their own starts itself again with one for all',
  async () => {
    const { server, port } = await open(undefined, { MALLOC_ARENA_MAX: '' })

    expect(await ask(port, '/iaps')).toBe(200)
    const environment = readFileSync(`/proc/${server.process.pid}/environ`, 'utf8').split('\0')
    expect(environment).toContain('MALLOC_ARENA_MAX=1')
    server.process.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  },
)

test('two servers on one DATA_DIR both answer', onlyInFull, async () => {
  const dataDir = starterFolder()
  const [one, two] = await Promise.all([open(dataDir), open(dataDir)])

  expect(await ask(one.port, '/iaps')).toBe(200)
  expect(await ask(two.port, '/iaps')).toBe(200)
  for (const { server } of [one, two]) server.process.kill('SIGTERM')
  expect((await Promise.all([one.server.ended, two.server.ended])).map(({ code }) => code)).toEqual([0, 0])
})

function start(env: Record<string, string>) {
  const server = runProgram('scripts/serve.mjs', env)
  onTestFinished(() => void server.process.kill('SIGKILL'))
  return server
}

async function open(dataDir?: string, more: Record<string, string> = {}) {
  const server = start({ DATA_DIR: dataDir ?? starterFolder(), HOST: '127.0.0.1', PORT: '0', ...more })
  const line = await server.line(/The site is running at/)
  return { server, port: Number(/:(\d+)$/.exec(line)?.[1]) }
}

async function expectRefusal(server: ReturnType<typeof start>, name: string) {
  const ended = await server.ended
  expect(ended.code).toBe(1)
  expect(ended.errors).toMatch(new RegExp(`^${name} [^\\n]+\\.\\n$`))
  return ended
}

async function ask(port: number, path: string, agent?: Agent) {
  const outgoing = request({ port, host: '127.0.0.1', path, ...(agent && { agent }) }).end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(await text(answer)).toContain('</html>')
  return answer.statusCode
}

/** A data folder as the first start leaves it, with small pictures. */
let loaded: string

beforeAll(async () => {
  loaded = mkdtempSync(join(tmpdir(), 'start-'))
  const db = openDatabase(join(loaded, 'site.db'))
  await migrate(db, monday)
  await loadStarterContent(db, openFileStore(join(loaded, 'files')), monday, () => undefined, 30)
  await db.destroy()
}, 60_000)

afterAll(() => rmSync(loaded, { recursive: true }))

function starterFolder() {
  const dataDir = newFolder()
  cpSync(loaded, dataDir, { recursive: true })
  return dataDir
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
