import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { system } from '#features/audit/actor.ts'
import { beginUpload } from '#features/media/uploads.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { residentBytes } from '#test/bench/machine.ts'
import { newDataDir, startSite } from '#test/e2e/harness/running-site.ts'
import { actorFor, clientFrom, makeStaff, sessionHeader } from '#test/makers/staff.ts'

/**
 * Test D5 against a separate server process: endless bodies, a false length, or bodies that hardly arrive. Writes
 * docs/evidence/uploads.md.
 */

const twoGigabytes = 2_000_000_000
const now = new Date()
/** The start of a form with a file. */
const start = '--x7\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
const results: string[] = []
let testSite: Awaited<ReturnType<typeof openFaultSite>>

beforeAll(async () => {
  testSite = await openFaultSite()
  // Freed memory stays with the process, so the first flood shows how much garbage one makes, and the others whether it
  // grows each time.
  const before = residentBytes(testSite.pid)
  const { most } = await pour('/editor/media', 'multipart/form-data; boundary=x7')
  const grown = most - before
  results.push(`| the first flood of the process | | | ${(grown / 1e6).toFixed(0)} MB, once |`)
  expect(grown).toBeLessThan(150_000_000)
}, 120_000)

afterAll(async () => {
  await testSite.close()
  if (results.length > 0) writeFileSync('docs/evidence/uploads.md', report())
})

const endless = [
  [
    'a chunk of a file',
    () => `/editor/media/upload?do=chunk&id=${testSite.uploadId}&offset=0`,
    'application/octet-stream',
  ],
  [
    'a chunk of a copy',
    () => `/admin/site-copy/upload?do=chunk&id=${testSite.uploadId}&offset=0`,
    'application/octet-stream',
  ],
  ['a form with a file', () => '/editor/media', 'multipart/form-data; boundary=x7'],
  ['a list of people', () => '/editor/people/import', 'multipart/form-data; boundary=x7'],
  ['a plain form', () => '/admin/menu?do=add', 'application/x-www-form-urlencoded'],
] as const

test.for(endless)('%s of two gigabytes is cut off, and memory stays flat', async ([name, path, type]) => {
  const before = residentBytes(testSite.pid)
  const { sent, most, status, ms } = await pour(path(), type)

  results.push(
    `| ${name}, 2 GB | ${status || 'closed'} | ${(sent / 1e6).toFixed(1)} MB read in ${ms} ms | ${((most - before) / 1e6).toFixed(0)} MB |`,
  )
  // What comes after the answer is discarded for five seconds or up to 64 MB; then the connection
  // ends.
  expect(sent).toBeLessThan(twoGigabytes)
  expect(ms).toBeLessThan(30_000)
  expect(most - before).toBeLessThan(30_000_000)
  await expect.poll(() => left()).toEqual([])
})

test('a declared length that is too large is refused before anything is read', async () => {
  for (const [path, type] of [endless[2], endless[3], endless[4]].map(
    ([, path, type]) => [path(), type] as const,
  )) {
    const { status, ms } = await say(path, type, `content-length: ${twoGigabytes}`, '--x7')
    results.push(`| ${path}, declared as 2 GB | ${status} | answered in ${ms} ms | |`)
    expect([400, 413]).toContain(status)
    expect(ms).toBeLessThan(2000)
  }
})

test('a wrong length gives a 400 or closes the connection', async () => {
  for (const length of [
    'content-length: -1',
    'content-length: 1e9',
    'content-length: 5\r\ncontent-length: 6',
    'content-length: 5\r\ntransfer-encoding: chunked',
  ]) {
    const { status } = await say('/editor/media', 'multipart/form-data; boundary=x7', length, 'hello')
    results.push(`| ${length.replace('\r\n', ', ')} | ${status} | | |`)
    expect(status).toBe(400)
  }
  expect(left()).toEqual([])
})

test('a body that arrives byte by byte, or not at all, is cut off after 30 seconds', async () => {
  for (const everyMs of [1000, 0]) {
    const started = performance.now()
    await say('/editor/media', 'multipart/form-data; boundary=x7', 'content-length: 100000', start, everyMs)
    const seconds = (performance.now() - started) / 1000
    results.push(
      `| ${everyMs ? 'one byte a second' : 'nothing at all'} | closed | after ${seconds.toFixed(0)} s | |`,
    )
    expect(seconds).toBeGreaterThan(25)
    expect(seconds).toBeLessThan(65)
  }
  await expect.poll(() => left()).toEqual([])
})

function left(): string[] {
  const folder = join(testSite.dataDir, 'uploads')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== testSite.uploadId) : []
}

function headOf(path: string, type: string, length: string): string {
  const { host, origin } = new URL(testSite.address)
  const lines = [`POST ${path} HTTP/1.1`, `host: ${host}`, `origin: ${origin}`, `cookie: ${testSite.cookie}`]
  return [...lines, `content-type: ${type}`, length, '', ''].join('\r\n')
}

/** Sends chunks as long as they are accepted, and watches the memory of the server. */
async function pour(path: string, type: string) {
  const socket = connect(Number(new URL(testSite.address).port), 'localhost')
  await once(socket, 'connect')
  let answer = ''
  let isOpen = true
  socket.on('error', () => undefined)
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
  const closed = ending(socket).then(() => (isOpen = false))
  socket.write(headOf(path, type, 'transfer-encoding: chunked'))
  socket.write(`${start.length.toString(16)}\r\n${start}\r\n`)
  const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, '-'), Buffer.from('\r\n')])
  const started = performance.now()
  let sent = 0
  let most = 0
  while (isOpen && sent < twoGigabytes) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed])
    sent += piece.length
    if (sent % (16 * piece.length) === 0) most = Math.max(most, residentBytes(testSite.pid))
  }
  socket.destroy()
  most = Math.max(most, residentBytes(testSite.pid))
  return {
    sent,
    most,
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0),
    ms: Math.round(performance.now() - started),
  }
}

/** Sends the header and a few bytes, perhaps a byte now and then, and waits for an answer or the end. */
async function say(path: string, type: string, length: string, body: string, everyMs?: number) {
  const socket = connect(Number(new URL(testSite.address).port), 'localhost')
  await once(socket, 'connect')
  const started = performance.now()
  socket.on('error', () => undefined)
  const ended = Promise.race([
    ...(everyMs === undefined
      ? [new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))]
      : []),
    ending(socket),
  ])
  socket.write(headOf(path, type, length) + body)
  const timer = everyMs ? setInterval(() => socket.write('-'), everyMs) : undefined
  const answer = await ended
  clearInterval(timer)
  socket.destroy()
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
  return { status, ms: Math.round(performance.now() - started) }
}

/** A broken connection is an end like any other. */
function ending(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once('close', () => resolve('')))
}

async function openFaultSite() {
  const dataDir = newDataDir()
  const db = openDatabase(join(dataDir, 'site.db'))
  await migrate(db, now)
  await changeSettings(db, system, { secondFactorForAdmins: false }, now)
  const staff = await makeStaff(db, now, { role: 'admin' })
  const actor = actorFor({ id: staff.id, role: 'admin' })
  const upload = await beginUpload(db, actor, { name: 'a.pdf', bytes: 40_000_000 }, now)
  const { address, pid, stop } = await startSite({ host: 'localhost', dataDir })
  const config = { origin: address, secret: 'the secret of a test, long enough' }
  const session = await beginSession(
    db,
    config,
    { userId: staff.id, secondFactorAt: now, provedAt: now },
    clientFrom(),
    now,
  )
  // Code used for the first time is loaded then, which is not part of the cost of an upload.
  const cookie = sessionHeader(config, session)
  for (const path of ['/editor/media', '/editor/people/import', '/admin/menu', '/admin/site-copy'])
    await (await fetch(address + path, { headers: { cookie } })).text()
  return {
    ...{ address, pid, dataDir, cookie, uploadId: upload.ok ? upload.id : '' },
    async close() {
      await db.destroy()
      await stop()
    },
  }
}

function report(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim()
  return `# Endless bodies

Test D5 of the threat model, made by \`npm run test:full\`; smaller ones are in \`npm test\`.

${now.toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, ${process.platform}, SQLite, a separate server process.

| What is sent | Answer | How much and how long | More memory in the server, at most (goal: 30 MB) |
|---|---|---|---|
${results.join('\n')}

What comes after an answer is discarded for five seconds or up to 64 MB, so that the sender can read it, and then the connection is
closed. Nothing was left in the folder of waiting files.
`
}
