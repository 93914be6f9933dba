import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { readConfig } from '#server/config/config.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { freePort, withFlash } from '#test/harness/http.ts'
import { createDatabase, dropDatabase, startPostgres } from '#test/harness/postgres.ts'
import { clientFrom, makeStaff, sessionHeader } from '#test/makers/staff.ts'
import { agent, ask } from './ask.ts'
import { makeManyCases } from './rows/case-rows.ts'
import { fillNews, type Size } from './rows/content-rows.ts'
import { openEditingPages } from './editing-page.ts'
import { parentOf, processorMs, processorMsEver } from './machine.ts'
import { percentile, printTable, round, type Goal } from './numbers.ts'
import { fillOtherLists } from './rows/other-rows.ts'
import { startServer, type RunningServer } from './servers.ts'

/**
 * How long the pages of the staff area take on a site with 10,000 news and 100,000 versions, and as many people, files,
 * letters, cases and former addresses: `node test/bench/content-scale.ts`, with `sqlite` or `postgres` for one of the
 * engines. It is the built site in a separate process; nothing is cached.
 */

const size: Size = { entries: 10_000, versions: 100_000, maxVersions: 2000, name: 'report' }
const times = 40
const warmUps = 20
const listLimitMs = 100
const editingLimitMs = 1000
const wanted = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), 'content-scale-'))
const results: Record<string, Awaited<ReturnType<typeof measureOn>>> = {}

try {
  if (wanted !== 'postgres') results['SQLite'] = await measureOn(join(folder, 'sqlite'))
  if (wanted !== 'sqlite') results['PostgreSQL'] = await measureOnPostgres()
  finish()
} finally {
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}

async function measureOnPostgres() {
  const server = await startPostgres()
  const url = await createDatabase(server.url)
  try {
    return await measureOn(join(folder, 'postgres'), url)
  } finally {
    await dropDatabase(url)
    await server.stop()
  }
}

async function measureOn(dataDir: string, url?: string) {
  const port = await freePort()
  const env = { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) }
  const config = readConfig({ ...env, HOST: '127.0.0.1', PORT: String(port) })
  console.log(`\nFilling ${url ? 'PostgreSQL' : 'SQLite'} …`)
  const { longest, usual, cookie, server } = await fill(config)
  const site = await startServer([process.execPath, 'scripts/serve.mjs'], env, '/', port)
  try {
    const pages = []
    const requested = pagesToAsk(longest, usual)
    await warmUp(site, requested[0]!, cookie)
    for (const page of requested) pages.push(await timePage(site, page, cookie, server))
    print(pages)
    const bulk = await timeBulk(site, cookie)
    const editing = await openEditingPages(site.address, cookie, [longest, usual], times)
    console.log(`  50 chosen entries archived together: ${bulk} ms`)
    console.log(`  editing page in Chromium, ready to type: p50 ${editing.p50} ms, p95 ${editing.p95} ms`)
    return { pages, bulk, editing }
  } finally {
    await site.stop()
  }
}

async function fill(config: ReturnType<typeof readConfig>) {
  const now = new Date()
  const started = performance.now()
  const db = openDatabase(config.database)
  await migrate(db, now)
  await loadStarterContent(db, openFileStore(join(config.dataDir, 'files')), now, () => undefined, 90)
  await changeSettings(db, system, { secondFactorForAdmins: false }, now)
  const admin = await makeStaff(db, now, { role: 'admin', name: 'Asha Iyer' })
  const editor = await makeStaff(db, now, { role: 'editor', name: 'Meera Rao' })
  const filled = await fillNews(db, size, [admin.id, editor.id], now)
  await fillOtherLists(db, size.entries, now)
  await makeManyCases(db, size.entries, now)
  // Making picture variants would disturb everything that follows.
  await db.updateTable('job').set({ done_at: now.getTime() }).where('done_at', 'is', null).execute()
  const { versions } = await db
    .selectFrom('entry_version')
    .select((eb) => eb.fn.countAll<number>().as('versions'))
    .executeTakeFirstOrThrow()
  if (config.database.startsWith('postgres')) await sql`vacuum analyze`.execute(db)
  const begin = { userId: admin.id, secondFactorAt: null, provedAt: now }
  const cookie = sessionHeader(config, await beginSession(db, config, begin, clientFrom(), now))
  const server = config.database.startsWith('postgres') ? await findPostgres(db) : undefined
  await db.destroy()
  console.log(`  ${versions} versions in ${round((performance.now() - started) / 1000)} s`)
  return { ...filled, cookie, server }
}

/** The parent process of PostgreSQL, if it runs on this machine. */
async function findPostgres(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  try {
    return parentOf(rows[0]!.pid)
  } catch {
    return undefined
  }
}

interface Page {
  path: string
  /** The goal of the page, if it has one. */
  limit?: number
}

function pagesToAsk(longest: string, usual: string): Page[] {
  const news = '/editor/content/news'
  const sorts = ['title', 'state', 'day', 'updated'].flatMap((sort) => [
    `${news}?sort=${sort}`,
    `${news}?sort=${sort}&dir=desc`,
    `${news}?sort=${sort}&page=150`,
  ])
  const states = ['draft', 'in_review', 'scheduled', 'published', 'live', 'archived', 'binned']
  const lists = [
    news,
    `${news}?page=2`,
    `${news}?page=190`,
    `${news}?q=lecture`,
    `${news}?q=quantum+optics+pune`,
    `${news}?q=REPORT-9999`,
    `${news}?q=nothinglikethis`,
    `${news}?q=lecture&state=published&sort=title&page=10`,
    ...states.map((state) => `${news}?state=${state}`),
    ...sorts,
    '/editor/dashboard',
    '/admin/dashboard',
    '/editor/pages?q=lecture',
    '/editor/pages?q=quantum+optics',
    '/editor/links',
    '/editor/links?page=150',
    ...['', '?page=200', '?q=hall', '?kind=picture', '?view=list&sort=name', '?view=list&sort=bytes'].map(
      (query) => `/editor/media${query}`,
    ),
    '/editor/media/choices',
    ...['', '?page=150', '?q=sharma', '?sort=number', '?category=life'].map(
      (query) => `/editor/people${query}`,
    ),
    ...[
      '',
      '?waits=office',
      '?q=Number+77',
      '?q=sample&sort=received&page=50',
      '/statistics?process=fellow&cycle=1992',
    ].map((query) => `/editor/cases${query}`),
    '/admin/mail',
    '/admin/mail?page=150',
    '/admin/audit',
    '/admin/audit?page=1500',
    '/admin/audit?q=quantum',
    '/admin/audit?q=longer&page=200',
    '/admin/audit?q=meera',
    '/admin/audit?q=192.0.2.1',
    '/admin/audit?action=entry',
    '/admin/audit?action=entry&page=1500',
    '/admin/system',
  ]
  const editing = [
    `/editor/entries/${usual}`,
    `/editor/entries/${longest}`,
    `/editor/entries/${usual}/versions`,
    `/editor/entries/${longest}/versions`,
    `/editor/entries/${longest}/versions?page=40`,
    `/editor/entries/${longest}/versions?from=3&to=1990`,
    `/editor/entries/${longest}/preview`,
    '/editor/content/news/new',
  ]
  const open = [
    '/',
    '/news',
    '/news?page=100',
    '/news/report-6',
    '/news/feed.atom',
    '/feed.atom',
    '/sitemap.xml',
  ]
  return [
    ...lists.map((path) => ({ path, limit: listLimitMs })),
    ...editing.map((path) => ({ path, limit: listLimitMs })),
    ...open.map((path) => ({ path })),
  ]
}

/** A program is slower until it has warmed up; that is no property of one page. */
async function warmUp({ address }: RunningServer, { path }: Page, cookie: string) {
  for (let time = 0; time < warmUps; time++) await ask(address + path, { cookie })
}

/** With a session every page is rendered again, including the public ones. */
async function timePage(
  { address, pid }: RunningServer,
  { path, limit }: Page,
  cookie: string,
  server: number | undefined,
) {
  const askOnce = async () => {
    const { status, ms, body } = await ask(address + path, { cookie, 'accept-encoding': 'gzip' })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString().slice(0, 300)}`)
    return ms
  }
  await askOnce()
  const taken: number[] = []
  const used = () => [processorMs(pid), server === undefined ? 0 : processorMsEver(server)] as const
  const before = used()
  for (let time = 0; time < times; time++) taken.push(await askOnce())
  const [processor, database] = used().map((ms, index) => round((ms - before[index]!) / times)) as [
    number,
    number,
  ]
  const label = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')
  const [p50, p95] = [round(percentile(taken, 0.5)), round(percentile(taken, 0.95))]
  return { path: label, limit, p50, p95, processor, database }
}

/** A whole page of a list chosen and moved together. */
async function timeBulk({ address }: RunningServer, cookie: string): Promise<number> {
  const path = `${address}/editor/content/news`
  const { body } = await ask(`${path}?state=published`, { cookie })
  const rows = [...body.toString().matchAll(/name="(row-[^"]+)"/g)].map((found) => found[1]!)
  if (rows.length !== 50) throw new Error(`The list offers ${rows.length} entries to choose.`)
  const started = performance.now()
  const response = await fetch(`${path}?move=archive`, {
    method: 'POST',
    headers: { cookie, origin: address },
    body: new URLSearchParams(rows.map((row) => [row, 'on'])),
    redirect: 'manual',
  })
  const taken = round(performance.now() - started)
  const shownOnce = await ask(path, { cookie: withFlash(cookie, response.headers.getSetCookie()) })
  if (!shownOnce.body.includes('50 entries unpublished.'))
    throw new Error(`Moving answered ${response.status}`)
  return taken
}

function print(pages: Awaited<ReturnType<typeof timePage>>[]) {
  printTable(
    ['page', 'p50 ms', 'p95 ms', 'processor ms', 'of PostgreSQL ms'],
    pages.map(({ path, p50, p95, processor, database }) => [path, p50, p95, processor, database]),
  )
}

function finish() {
  const goals = Object.entries(results).flatMap(([engine, { pages, editing }]): Goal[] => {
    const held = pages.filter(({ limit }) => limit !== undefined)
    const slowest = held.toSorted((a, b) => b.p95 - a.p95)[0]!
    return [
      {
        goal: `${engine}: staff pages under ${listLimitMs} ms at the server (p95)`,
        measured: `${slowest.p95} ms (${slowest.path})`,
        met: slowest.p95 < listLimitMs,
      },
      {
        goal: `${engine}: editing page open under ${editingLimitMs} ms (p95)`,
        measured: `${editing.p95} ms`,
        met: editing.p95 < editingLimitMs,
      },
    ]
  })
  console.log('\nGoals')
  printTable(
    ['goal', 'measured', ''],
    goals.map(({ goal, measured, met }) => [goal, measured, met ? 'met' : 'MISSED']),
  )
  const machine = {
    ...{ node: process.version, cores: availableParallelism(), processor: cpus()[0]?.model ?? '' },
    load: loadavg().map((load) => round(load)),
  }
  mkdirSync('test/output', { recursive: true })
  writeFileSync(
    'test/output/content-scale.json',
    `${JSON.stringify({ at: new Date().toISOString(), machine, size, results, goals }, undefined, 2)}\n`,
  )
}
