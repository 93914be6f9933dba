import { expect } from 'vitest'
import { prepareActs } from '#test/models/acts.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog, type LoggedEvent } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { isFull } from '#test/harness/scale.ts'
import { sqlPayloads } from '#test/hostile/sql-payloads.ts'
import { readTurbo } from '#test/harness/turbo-data.ts'
import { signInAgain, test } from '#test/harness/visitors.ts'

/**
 * Whatever an address or a form says, it stays a value: no statement breaks, returns more or takes longer because of
 * it.
 */

/** The query parameters of each address; the test below finds a page that reads others. */
const queries: Record<string, string[]> = {
  '/search': ['q', 'page'],
  '/archive': ['q', 'kind', 'year', 'page'],
  '/fellowship/fellows': ['q', 'grade', 'discipline', 'country', 'page'],
  '/membership/life-members-or-iaps-associates': ['q', 'discipline', 'country', 'page'],
  '/admin/admin-editor-login': ['next', 'do', 'show'],
  '/admin/second-factor': ['next', 'do', 'show'],
  '/admin/link/verify': ['token', 'do'],
  '/admin/audit': ['q', 'action', 'by', 'from', 'to', 'page'],
  '/admin/staff': ['search', 'role', 'state', 'sort', 'dir', 'page'],
  '/admin/mail': ['page', 'state', 'resent', 'left'],
  '/editor/people': ['q', 'category', 'grade', 'discipline', 'country', 'listed', 'state', 'sort', 'dir'],
  '/editor/content/award': ['q', 'state', 'parent', 'sort', 'dir', 'page'],
  '/editor/media': ['q', 'kind', 'sort', 'dir', 'page'],
  '/editor/media/choices': ['q', 'kind', 'page'],
  '/editor/links': ['page'],
  '/editor/edit': ['path'],
  '/editor/pages': ['q'],
  '/editor/find': ['q'],
  '/account/confirm': ['next'],
}

const maxMs = 15_000

/** Every parameter gets some of the payloads, each different ones; all of them in the full run. */
const every = isFull ? 1 : 80
// The long run makes tens of thousands of requests, and may do so on a busy machine.
const timeout = every === 1 ? 7_200_000 : 900_000
const some = (start: number) => sqlPayloads.filter((_, at) => (at + start) % every === 0)

test('there are two hundred payloads, each once', () => {
  expect(sqlPayloads.length).toBeGreaterThanOrEqual(200)
  expect(new Set(sqlPayloads).size).toBe(sqlPayloads.length)
})

test('no parameter of a query breaks a statement', { timeout }, async ({ port, callers }) => {
  const logged = captureLog()
  const wrong: string[] = []
  for (const [path, names] of Object.entries(queries)) {
    const reported = names.filter((name) => !freeText.has(name))
    for (const [start, name] of names.filter((name) => freeText.has(name)).entries())
      await inParts(some(start), async (payload) => {
        const query = { [name]: payload.toWellFormed() }
        wrong.push(...(await tryAddress(port, dataOf(path, query), callers.admin.cookie)))
      })
    // Everything that must be one of a few words, or a number, is parsed first and refused before any statement.
    await inParts(reported.length > 0 ? some(0) : [], async (payload) => {
      const query = Object.fromEntries(reported.map((name) => [name, payload.toWellFormed()]))
      wrong.push(...(await tryAddress(port, dataOf(path, query), callers.admin.cookie)))
    })
  }

  expect(wrong).toEqual([])
  expect(failuresIn(logged)).toEqual([])
})

test('no part of a path breaks a statement', { timeout }, async ({ port, table, callers }) => {
  const logged = captureLog()
  const wrong: string[] = []
  const open = table.filter(({ pattern, isLayout }) => pattern.includes('/:') && !isLayout)
  expect(open.length).toBeGreaterThan(25)
  await inParts(sqlPayloads, async (payload, at) => {
    for (const { pattern } of open.filter((_, index) => index % every === at % every)) {
      const part = encodeURIComponent(payload.toWellFormed())
      const address = pattern.replaceAll(/:\w+/g, () => part)
      wrong.push(...(await tryAddress(port, `${address}.data`, callers.admin.cookie)))
    }
  })

  expect(wrong).toEqual([])
  expect(failuresIn(logged)).toEqual([])
})

/** Unlike the others it is no trick: PostgreSQL does not allow it in any text. */
const nul = 'a\u0000b'

test('no field of a form breaks a statement', { timeout }, async ({ testSite, port }) => {
  const logged = captureLog()
  const wrong: string[] = []
  const acts = (await prepareActs(testSite)).filter(({ form }) => Object.keys(form).length > 0)
  let next = 0
  for (const { path, form, by } of acts) {
    const { cookie } = by.id === '' ? by : await signInAgain(testSite, by, autumn)
    for (const [name] of Object.entries(form))
      for (const payload of every === 1 ? sqlPayloads : [...some(next).slice(0, 1), nul]) {
        next++
        const body = new URLSearchParams({ ...form, [name]: payload.toWellFormed() }).toString()
        const headers = { origin, ...(cookie && { cookie }), 'content-type': formType }
        const [plain = '', query = ''] = path.split('?')
        const address = `${plain}.data?${query}`
        const answer = await timed(() => ask(port, address, { ...headers, method: 'POST', body }))
        wrong.push(...describeAnswer(address, answer))
      }
  }

  expect(next).toBeGreaterThan(200)
  expect(wrong).toEqual([])
  expect(failuresIn(logged)).toEqual([])
})

test('true and false conditions get the same answer', async ({ port, callers }) => {
  for (const [path, names] of Object.entries(queries))
    for (const name of names.filter((name) => ['q', 'search', 'discipline', 'country'].includes(name)))
      for (const end of ["'", '"', "')", '%'])
        expect(
          await answerTo(port, path, name, `zzqx${end} or 'a' = 'a`, callers.admin.cookie),
          `${path} ${name} ${end}`,
        ).toEqual(await answerTo(port, path, name, `zzqx${end} or 'a' < 'a`, callers.admin.cookie))
})

const formType = 'application/x-www-form-urlencoded'

/** Parameters whose words reach a statement; the others must be one of a few words, or a number. */
const freeText = new Set(['q', 'search', 'discipline', 'country', 'parent', 'token'])

/** The data of a page is requested without its markup, which has its own tests. */
function dataOf(path: string, query: Record<string, string>) {
  return `${path}${isResource(path) ? '' : '.data'}?${new URLSearchParams(query)}`
}

function isResource(path: string) {
  return /choices|pages|find/.test(path)
}

async function answerTo(port: number, path: string, name: string, value: string, cookie: string) {
  const query = { [name]: value }
  const { status, text, bytes } = await ask(port, dataOf(path, query), { cookie })
  const answer = isResource(path) ? text : JSON.stringify(await readTurbo(bytes))
  return [status, answer.replaceAll(/[=<]|%3[CD]/gi, '')]
}

async function tryAddress(port: number, address: string, cookie: string) {
  return describeAnswer(address, await timed(() => ask(port, address, { cookie })))
}

async function timed<T>(work: () => Promise<T>): Promise<T & { ms: number }> {
  const started = performance.now()
  return { ...(await work()), ms: performance.now() - started }
}

function describeAnswer(
  address: string,
  { status, text, ms }: { status: number; text: string; ms: number },
): string[] {
  if (status < 500 && ms < maxMs && !/SQLITE_|syntax error at|unterminated quoted|no such column/.test(text))
    return []
  return [`${address}: ${status} after ${Math.round(ms)} ms`]
}

/** A few at a time, as browsers would. */
async function inParts<T>(all: T[], work: (one: T, at: number) => Promise<void>) {
  for (let at = 0; at < all.length; at += 8)
    await Promise.all(all.slice(at, at + 8).map((one, index) => work(one, at + index)))
}

function failuresIn(logged: LoggedEvent[]) {
  return logged.filter(({ event }) => /fail|error|crash/.test(event))
}
