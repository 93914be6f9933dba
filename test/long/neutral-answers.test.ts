import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { addAccount } from '#features/staff/accounts/accounts.server.ts'
import { hashPassword } from '#features/staff/session/passwords.server.ts'
import { makeRandom } from '#starter/random.ts'
import { newDataDir, startSite } from '#test/e2e/harness/running-site.ts'
import { createDatabase, dropDatabase, startPostgres } from '#test/harness/postgres.ts'
import { rightPassword } from '#test/makers/staff.ts'
import { areaUnderCurve } from './area-under-curve.ts'

/**
 * Test A2: with neutral messages no answer reveals who has an account. Sends requests to a real server process, in
 * random order, with known and unknown addresses, and writes the results to docs/evidence/neutral-answers.md.
 */

const seed = Number(process.env['SEED'] ?? 1994)
const times = Number(process.env['TIMES'] ?? 1000)
const warmUp = 50
const random = makeRandom(seed)

interface SignInForm {
  name: string
  path: string
  status: number
  fields: Record<string, string>
  /** How many letters are sent for a known and for an unknown address. */
  letters: [known: number, unknown: number]
}

const ways: SignInForm[] = [
  {
    name: 'Sign-in with a wrong password',
    path: '/admin/admin-editor-login',
    status: 401,
    fields: { password: 'the wrong one of two' },
    letters: [0, 0],
  },
  {
    name: 'Forgotten password',
    path: '/admin/forgotten-password',
    status: 200,
    fields: {},
    letters: [1, 0],
  },
  {
    name: 'Sign-in link',
    path: '/admin/forgotten-password?do=sign-in-link',
    status: 200,
    fields: {},
    letters: [1, 0],
  },
  {
    name: 'Sign-up',
    path: '/admin/admin-editor-login?do=sign-up',
    status: 200,
    fields: { name: 'Tara Nair', phone: '+91 532 246 0000', password: 'seven swans over it', role: 'editor' },
    letters: [1, 1],
  },
]

interface Result {
  engine: string
  way: string
  area: number
  known: number
  unknown: number
  kindsOfAnswers: number
}

test(
  'known and unknown addresses get the same answers after the same time',
  { timeout: 3_600_000 },
  async () => {
    const results = [...(await measureSqlite()), ...(await measurePostgres())]
    writeFileSync('docs/evidence/neutral-answers.md', report(results))

    for (const { engine, way, area, kindsOfAnswers } of results) {
      expect(kindsOfAnswers, `${way} on ${engine}`).toBe(1)
      expect(Math.abs(area - 0.5), `${way} on ${engine}: ${area}`).toBeLessThan(0.05)
    }
  },
)

async function measureSqlite() {
  const dataDir = newDataDir()
  return measureSite('SQLite', join(dataDir, 'site.db'), dataDir, {})
}

async function measurePostgres() {
  const server = await startPostgres()
  const url = await createDatabase(server.url)
  const results = await measureSite('PostgreSQL', url, newDataDir(), { DATABASE_URL: url })
  await dropDatabase(url)
  await server.stop()
  return results
}

async function measureSite(engine: string, database: string, dataDir: string, env: Record<string, string>) {
  const db = openDatabase(database)
  await migrate(db, new Date())
  await changeSettings(db, system, { neutralSignIn: true }, new Date())
  const known = await makeAccounts(db)
  const unknown = Array.from(known, newEmail)
  const site = await startSite({ dataDir, env: { TRUSTED_PROXIES: '127.0.0.1', ...env } })
  const results: Result[] = []
  for (const way of ways)
    results.push({ engine, ...(await measureWay(db, site.address, way, known, unknown)) })
  await site.stop()
  await db.destroy()
  return results
}

/** With passwords stored as real ones; one hash does for all. */
async function makeAccounts(db: Db): Promise<string[]> {
  const hash = (await hashPassword(rightPassword)) ?? ''
  const emails = Array.from({ length: times + warmUp }, newEmail)
  const account = {
    name: 'Meera Rao',
    phone: '',
    requestedRole: 'editor',
    role: 'editor',
    isVerified: true,
  } as const
  for (const email of emails)
    await addAccount(db, { ...account, email, password: { text: rightPassword, hash } }, new Date())
  return emails
}

async function measureWay(db: Db, address: string, way: SignInForm, accounts: string[], strangers: string[]) {
  const before = await countLetters(db)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const known = accounts.map((email) => ({ email, isKnown: true }))
  const unknown = strangers.map((email) => ({ email, isKnown: false }))
  const first = shuffle([...known.slice(0, warmUp), ...unknown.slice(0, warmUp)])
  const counted = shuffle([...known.slice(warmUp), ...unknown.slice(warmUp)])
  const took = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  for (const [index, { email, isKnown }] of [...first, ...counted].entries()) {
    const answer = await ask(agent, address, way, email)
    answers.add(answer.looks)
    if (index >= first.length) took[isKnown ? 'known' : 'unknown'].push(answer.ms)
  }
  agent.destroy()
  await untilIdle(db)
  const sent = (await countLetters(db)) - before
  expect(sent, way.name).toBe((way.letters[0] + way.letters[1]) * accounts.length)
  return {
    way: way.name,
    area: areaUnderCurve(took.unknown, took.known),
    known: median(took.known),
    unknown: median(took.unknown),
    kindsOfAnswers: answers.size,
  }
}

/** Each from its own address, so that no rate limit applies; the server trusts the test as its proxy. */
async function ask(agent: Agent, address: string, way: SignInForm, email: string) {
  const body = new URLSearchParams({ email, ...way.fields }).toString()
  const headers = {
    origin: address,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': newNetwork(),
  }
  const begin = performance.now()
  const outgoing = request(address + way.path, { agent, method: 'POST', headers })
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const page = await text(answer)
  const ms = performance.now() - begin
  expect(answer.statusCode, way.name).toBe(way.status)
  return { ms, looks: alike(answer, page, email) }
}

/** The whole answer without what is new in every one: the time, the nonce, and the typed address. */
function alike({ statusCode, rawHeaders }: IncomingMessage, page: string, email: string): string {
  const lines = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== 'date')
  const nonce = /nonce="([^"]+)"/.exec(page)?.[1] ?? 'none'
  return [statusCode, ...lines, page].join('\n').replaceAll(nonce, 'NONCE').replaceAll(email, 'EMAIL')
}

async function untilIdle(db: Db) {
  for (;;) {
    const waiting = await db
      .selectFrom('job')
      .select('id')
      .where('done_at', 'is', null)
      .where('failed_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!waiting) return
    await sleep(200)
  }
}

async function countLetters(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** All of one length, because answers repeat them. */
function newEmail(): string {
  const name = Array.from({ length: 12 }, () => Math.floor(random() * 16).toString(16)).join('')
  return `${name}@example.org`
}

function newNetwork(): string {
  const part = () => Math.floor(random() * 0xffff).toString(16)
  return `2001:db8:${part()}:${part()}::1`
}

function shuffle<T>(items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[items[last], items[other]] = [items[other]!, items[last]!]
  }
  return items
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function report(results: Result[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const spread = Math.sqrt((2 * times + 1) / (12 * times * times))
  return `# Answers do not reveal who has an account

Test A2 of the threat model, made by \`npm run test:full\`.

${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, ${cpus().length} cores, ${process.platform}, load ${loadavg()[0]?.toFixed(1)}, seed ${seed}.

With neutral messages on, a real server process got requests over HTTP with ${times} known and ${times} unknown addresses in
random order, after ${warmUp} of each as a warm-up. Each request came from its own network through a trusted
proxy, and each address was used once for each way, so that no rate limit applied. Status, headers, cookies and body were
compared completely; only the date, the nonce and the typed address may differ. The area is that of a classifier
by time: 0.5 is guessing, 0.45 to 0.55 the goal. Chance alone spreads it by ${spread.toFixed(3)} (one standard deviation).

| SignInForm | Engine | Different answers | Median, known | Median, unknown | Area |
|---|---|---|---|---|---|
${results.map(toRow).join('\n')}

A job writes the letters after the answer, for known addresses only; a sign-up writes one for either. Invitations are sent by
administrators, who see the accounts anyway; from outside they are reached only with their token.
`
}

function toRow({ way, engine, kindsOfAnswers, known, unknown, area }: Result): string {
  const ms = (value: number) => `${value.toFixed(2)} ms`
  const different = kindsOfAnswers - 1
  return `| ${way} | ${engine} | ${different} | ${ms(known)} | ${ms(unknown)} | ${area.toFixed(3)} |`
}
