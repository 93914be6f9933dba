import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { isMailHeld } from '#server/mail/mail-hold.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { monday } from '#test/harness/days.ts'
import { runProgram } from '#test/harness/processes.ts'
import { writeOne } from '#test/makers/backups.ts'

/** The recipe “With PostgreSQL” of docs/running.md, with an installed PostgreSQL of Debian: it has pg_basebackup. */

const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
const programs = `/usr/lib/postgresql/${versions[0]}/bin`

/** PostgreSQL refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

function run(folder: string, program: string, ...args: string[]) {
  const options = { ...nobody, cwd: folder, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(join(programs, program), args, options)
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

async function startServer(folder: string, data: string, port: number) {
  const options: SpawnOptions = { ...nobody, cwd: folder, stdio: 'ignore' }
  const server = spawn(join(programs, 'postgres'), ['-D', join(folder, data), '-p', String(port)], options)
  const ended = once(server, 'exit')
  const stop = async () => {
    server.kill('SIGINT')
    await ended
  }
  onTestFinished(stop)
  const url = (name: string) =>
    `postgresql://postgres@localhost:${port}/${name}?host=${encodeURIComponent(folder)}`
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(url('postgres'))
    try {
      await client.connect()
      const { rows } = await client.query('select pg_is_in_recovery() as recovers')
      if (!rows[0].recovers) return { url, stop }
    } catch (error) {
      if (tries > 600) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
    await sleep(200)
  }
}

async function command(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

test.runIf(versions.length > 0)(
  'a site on PostgreSQL is restored to a moment after its base copy',
  async () => {
    // A socket's path may have 103 bytes, so a long TMPDIR is not used.
    const folder = mkdtempSync('/tmp/archived-')
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'wal'))
    if (nobody.uid) for (const path of ['', 'wal']) chownSync(join(folder, path), nobody.uid, nobody.gid)
    run(folder, 'initdb', '-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8')
    appendFileSync(
      join(folder, 'data', 'postgresql.conf'),
      `listen_addresses = ''\nunix_socket_directories = '${folder}'
archive_mode = on
archive_timeout = 60
archive_command = 'test ! -f ${folder}/wal/%f && cp %p ${folder}/wal/%f'\n`,
    )
    const first = await startServer(folder, 'data', 5432)
    await command(first.url('postgres'), 'create database site')
    const dataDir = join(folder, 'site')
    mkdirSync(dataDir)
    const db = openDatabase(first.url('site'))
    await migrate(db, monday)
    await loadStarterContent(db, openFileStore(join(dataDir, 'files')), monday, () => undefined, 30)
    run(
      folder,
      'pg_basebackup',
      '-h',
      folder,
      '-U',
      'postgres',
      '-D',
      join(folder, 'base'),
      '-X',
      'none',
      '-c',
      'fast',
    )
    const letter = await writeOne(db, monday)
    await sleep(1100)
    const [{ moment }] = await command(first.url('site'), 'select now()::text as moment')
    await sleep(1100)
    await db.deleteFrom('mail').execute()
    await command(first.url('postgres'), 'select pg_switch_wal()')
    await db.destroy()
    await first.stop()

    appendFileSync(
      join(folder, 'base', 'postgresql.auto.conf'),
      `restore_command = 'cp ${folder}/wal/%f %p'
recovery_target_time = '${moment}'
recovery_target_action = 'promote'
archive_mode = off\n`,
    )
    writeFileSync(join(folder, 'base', 'recovery.signal'), '')
    if (nobody.uid) chownSync(join(folder, 'base', 'recovery.signal'), nobody.uid, nobody.gid)
    const second = await startServer(folder, 'base', 5433)
    const backup = join(folder, 'moment.backup')
    const key = { BACKUP_KEY: 'the key of a test, which is long enough' }
    const made = await runProgram(
      'scripts/backup.ts',
      { ...key, DATA_DIR: dataDir, DATABASE_URL: second.url('site') },
      backup,
    ).ended
    expect(made).toMatchObject({ code: 0 })
    await command(second.url('postgres'), 'create database new')
    const restored = await runProgram(
      'scripts/restore.ts',
      { ...key, DATA_DIR: join(folder, 'new'), DATABASE_URL: second.url('new') },
      backup,
    ).ended

    expect(restored).toMatchObject({ code: 0, errors: '' })
    const back = openDatabase(second.url('new'))
    expect(await back.selectFrom('mail').select('id').execute()).toEqual([{ id: letter }])
    expect(await isMailHeld(back)).toBe(true)
    await back.destroy()
    expect(readFileSync(backup).length).toBeGreaterThan(1000)
  },
)
