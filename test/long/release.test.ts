import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { monday } from '#test/harness/days.ts'
import { ask, freePort } from '#test/harness/http.ts'

/** The release archive: started without a network, updated to, and left again. */

/** Packing and starting are work for the processor, and no faster on a busy machine. */
const longest = 1_800_000

let folder: string
let data: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
  data = join(folder, 'data')
  mkdirSync(data)
  const made = spawnSync('npm', ['run', 'release', '--', '--to', folder], { encoding: 'utf8' })
  expect(made.stderr + made.stdout).toContain('SHA-256')
  const db = openDatabase(join(data, 'site.db'))
  await migrate(db, monday)
  await loadStarterContent(db, openFileStore(join(data, 'files')), monday, () => undefined, 30)
  await db.destroy()
}, longest)

afterAll(() => rmSync(folder, { recursive: true }))

const archive = () => readdirSync(folder).find((name) => name.endsWith('.tar.gz'))!

/** Where the archive was unpacked, as it would be on a new machine. */
function unpack(name: string): string {
  const to = join(folder, name)
  mkdirSync(to)
  expect(spawnSync('tar', ['-xzf', join(folder, archive()), '-C', to, '--strip-components=1']).status).toBe(0)
  return to
}

/** No package can be had from anywhere. */
function environment(dataDir: string, port = 0): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ORIGIN: __, ...rest } = process.env
  const closed = 'http://127.0.0.1:9'
  return { ...rest, npm_config_registry: closed, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) }
}

async function start(release: string, dataDir: string) {
  const port = await freePort()
  const site = spawn('npm', ['start'], { cwd: release, env: environment(dataDir, port), detached: true })
  let said = ''
  const ended = once(site, 'exit')
  const isOpen = new Promise<void>((resolve) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('running at')) resolve()
    }
    site.stdout.on('data', listen)
    site.stderr.on('data', listen)
  })
  const stop = async () => {
    if (site.exitCode === null && site.signalCode === null) process.kill(-site.pid!, 'SIGTERM')
    await ended
  }
  onTestFinished(stop)
  await Promise.race([isOpen, ended])
  return { port, stop, said: () => said }
}

function command(release: string, dataDir: string, ...args: string[]) {
  return spawnSync('npm', ['run', ...args], {
    cwd: release,
    env: environment(dataDir),
    encoding: 'utf8',
  })
}

test('the checksum beside the archive is that of the archive', () => {
  const sum = createHash('sha256')
    .update(readFileSync(join(folder, archive())))
    .digest('hex')
  expect(readFileSync(join(folder, `${archive()}.sha256`), 'utf8')).toBe(`${sum}  ${archive()}\n`)
})

test(
  'it starts without a network, is updated to, left again, and restored from its backup',
  { timeout: longest },
  async () => {
    const [old, next] = [unpack('old'), unpack('next')]
    const first = await start(old, data)
    expect(first.said()).not.toMatch(/Installing|Building/)
    expect((await ask(first.port, '/')).status).toBe(200)
    const backup = join(folder, 'before.backup')
    expect(command(old, data, 'backup', '--', backup)).toMatchObject({ status: 0 })
    await first.stop()

    const second = await start(next, data)
    expect((await ask(second.port, '/news')).status).toBe(200)
    await second.stop()
    const again = await start(old, data)
    expect((await ask(again.port, '/news')).status).toBe(200)
    await again.stop()

    const db = openDatabase(join(data, 'site.db'))
    await sql`insert into migration values ('999-of-a-newer-release', '', 0)`.execute(db)
    await db.destroy()
    const refused = await start(old, data)
    expect(refused.said()).toMatch(/newer/)
    expect(refused.said()).not.toMatch(/ at .*:\d+:\d+/)
    const restored = join(folder, 'restored')
    process.env['BACKUP_KEY'] = readFileSync(join(data, 'backup-key'), 'utf8').trim()
    expect(command(old, restored, 'restore', '--', backup)).toMatchObject({ status: 0 })
    const back = await start(old, restored)
    expect((await ask(back.port, '/news')).status).toBe(200)
  },
)
