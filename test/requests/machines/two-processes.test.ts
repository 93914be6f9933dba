import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { beginEntry, saveEntry } from '#features/content/entry/operations.server.ts'
import { relocateEntry } from '#features/content/addresses/entry-location.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { newsEdition } from '#test/makers/content.ts'
import type { RunningSite } from '#test/harness/running-server.ts'
import { origin } from '#test/harness/site.ts'
import {
  clientFrom,
  makeStaff,
  otherPassword,
  rightPassword,
  sessionHeader,
  staffConfig,
} from '#test/makers/staff.ts'
import { test } from '#test/harness/two-sites.ts'
import { onlyInFull } from '#test/harness/scale.ts'

/** Two real processes behind one name, as a larger office would run them. Their clocks are real. */

const seenWithinMs = 2000
const onTimeWithinMs = 5000

test('what is published through one process is on two others within two seconds, and no page is half old', async ({
  db,
  admin,
  sites,
  third,
}) => {
  const [one, other] = sites
  const all = [...sites, third]
  const { id, slug } = await makeNews(db, admin.actor, 1)
  const path = `/news/${slug}`
  expect((await other.get(path)).status).toBe(404)
  const mixed: string[] = []
  const readers = new AbortController()
  const reading = Promise.all(all.map((site) => keepReading(site, path, mixed, readers.signal)))

  const delays: number[] = []
  for (let edition = 1; edition <= 5; edition++) {
    const version = edition === 1 ? 2 : await save(one, admin.cookie, id, edition)
    const moved = await one.post(`/editor/entries/${id}?do=move`, admin.cookie, {
      move: 'publish',
      version: String(version),
    })
    expect(moved.status).toBe(302)
    const published = performance.now()
    const shown = async () => {
      const pages = await Promise.all(all.flatMap((site) => [site.get(path), site.get('/news')]))
      return pages.every(({ text }) => text.includes(`Edition ${edition}`))
    }
    await until(shown, seenWithinMs + 10_000)
    delays.push(performance.now() - published)
  }
  readers.abort()
  await reading

  expect(mixed).toEqual([])
  expect(Math.max(...delays)).toBeLessThan(seenWithinMs)
})

test('scheduled entries are published and end on time and once, though a process is killed in between', async ({
  db,
  admin,
  sites,
}) => {
  const [one, other] = sites
  const { id, slug } = await makeNews(db, admin.actor, 1)
  const path = `/news/${slug}`
  const isOut = async () => (await statusesAt(sites, path)).every((status) => status === 200)
  const isGone = async () => (await statusesAt(sites, path)).every((status) => status === 404)

  const at = new Date(Date.now() + 4000)
  await move(db, admin.actor, { id, version: 2, move: 'schedule', at })
  expect(await isGone()).toBe(true)
  await one.kill()
  await one.start()
  await until(isOut, at.getTime() + onTimeWithinMs + 15_000 - Date.now())
  const outAt = Date.now()

  const end = new Date(Date.now() + 4000)
  const placed = await relocateEntry(db, admin.actor, { id, order: { position: 0, until: end } }, new Date())
  expect(placed.ok).toBe(true)
  await other.kill()
  await other.start()
  await until(isGone, end.getTime() + onTimeWithinMs + 15_000 - Date.now())
  const goneAt = Date.now()

  // Both processes keep checking for a while; neither may do it a second time.
  await wait(2500)
  const acts = await actsOn(db, id)
  expect(acts.map(({ action }) => action)).toEqual(['entry.published', 'entry.archived'])
  const [published, archived] = acts
  const { published_at, state } = await db
    .selectFrom('entry')
    .select(['published_at', 'state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(published_at).toBe(published!.at)
  expect(state).toBe('archived')
  expect(published!.at - at.getTime()).toBeGreaterThanOrEqual(0)
  expect(published!.at - at.getTime()).toBeLessThan(onTimeWithinMs)
  expect(archived!.at - end.getTime()).toBeGreaterThanOrEqual(0)
  expect(archived!.at - end.getTime()).toBeLessThan(onTimeWithinMs)
  expect(outAt).toBeGreaterThanOrEqual(at.getTime())
  expect(goneAt).toBeGreaterThanOrEqual(end.getTime())
})

test(
  'what fell due while no process ran is published when the first one is back, once',
  onlyInFull,
  async ({ db, admin, sites }) => {
    const { id, slug } = await makeNews(db, admin.actor, 1)
    const at = new Date(Date.now() + 1500)
    await move(db, admin.actor, { id, version: 2, move: 'schedule', at })
    await Promise.all(sites.map((site) => site.kill()))
    await wait(Math.max(0, at.getTime() - Date.now()))
    expect((await actsOn(db, id)).length).toBe(0)

    await Promise.all(sites.map((site) => site.start()))
    const back = performance.now()
    const isOut = async () => (await statusesAt(sites, `/news/${slug}`)).every((status) => status === 200)
    await until(isOut, 20_000)
    expect(performance.now() - back).toBeLessThan(onTimeWithinMs)
    await wait(2500)
    expect((await actsOn(db, id)).map(({ action }) => action)).toEqual(['entry.published'])
  },
)

const reason = 'As the council decided.'

/** What ends someone's sessions, as sent to one of the processes. */
const endings: Record<string, (sent: BurstRequest) => Promise<unknown>> = {
  'signing out': ({ site, cookie }) => site.post('/admin/sign-out', cookie, {}),
  'signing out everywhere': ({ site, cookie }) => site.post('/account/sessions?do=everywhere', cookie, {}),
  'another password': ({ site, cookie }) =>
    site.post('/account/password', cookie, { current: rightPassword, password: otherPassword }),
  'another role': ({ site, admin, id }) =>
    site.post(`/admin/staff/${id}?do=change-role`, admin, { role: 'admin', reason }),
  'being disabled': ({ site, admin, id }) => site.post(`/admin/staff/${id}?do=disable`, admin, { reason }),
  'lost factors': ({ site, admin, id }) =>
    site.post(`/admin/staff/${id}?do=reset-factors`, admin, { reason }),
  'being deleted': ({ db, id }) => db.deleteFrom('staff_user').where('id', '=', id).execute(),
}

interface BurstRequest {
  site: RunningSite
  db: Db
  id: string
  cookie: string
  /** The cookie of an administrator. */
  admin: string
}

test('a session ended at one process is ended at the other by the next request (A7)', async ({
  db,
  admin,
  sites,
}) => {
  const [one, other] = sites
  const wrong: string[] = []
  for (const [name, end] of Object.entries(endings)) {
    const { id } = await makeStaff(db, new Date())
    const config = { ...staffConfig, origin }
    const session = await beginSession(
      db,
      config,
      { userId: id, secondFactorAt: null, provedAt: new Date() },
      clientFrom(),
      new Date(),
    )
    const cookie = sessionHeader(config, session)
    const isIn = async (site: RunningSite) => {
      const profile = { name: 'Meera Rao', phone: '+91 532 246 0001' }
      const { headers } = await site.post('/account/profile', cookie, profile)
      return headers.location?.startsWith('/account/profile') === true
    }
    const before = [await isIn(one), await isIn(other)]
    await end({ site: one, db, id, cookie, admin: admin.cookie })
    const after = [await isIn(other), await isIn(one)]
    if (before.includes(false) || after.includes(true))
      wrong.push(`${name}: ${before.join()} and then ${after.join()}`)
  }

  expect(wrong).toEqual([])
})

/** What is counted for whom, the limit, and the answer to accepted ones. */
const limited = [
  { path: '/membership/form', counted: 'form-begun:127.0.0.1', most: 200, taken: 302 },
  { path: '/newsletter', counted: 'newsletter-from:127.0.0.1', most: 100, taken: 200 },
  { path: '/admin/admin-editor-login', counted: 'account:guessed@example.org', most: 10, taken: 401 },
]
const guess = { email: 'guessed@example.org', password: 'a guess that is long enough' }

test('of a burst at both processes exactly the rest of a limit is accepted, and a kill does not raise it (G1)', async ({
  db,
  sites,
}) => {
  const [left, sent] = [3, 14]
  const rows = limited.map(({ counted, most }) => ({
    ...{ subject: counted, tries: most - left },
    window_ends_at: Date.now() + 600_000,
  }))
  await db.insertInto('throttle').values(rows).execute()
  const send = async (path: string, site: RunningSite) => {
    const fields = {
      ...(path === '/newsletter' && { email: 'reader@example.org' }),
      ...(path.startsWith('/admin') && guess),
    }
    const { status, headers } = await site.post(path, '', fields)
    return { path, status, again: Number(headers['retry-after']) }
  }
  const answers = await Promise.all(
    limited.flatMap(({ path }) =>
      Array.from({ length: sent }, (_, at) => send(path, sites[at % 2 === 0 ? 0 : 1])),
    ),
  )
  await sites[0].kill()
  await sites[0].start()
  const after = await Promise.all(limited.map(({ path }) => send(path, sites[0])))

  for (const { path, taken } of limited) {
    const own = answers.filter((answer) => answer.path === path)
    const refused = own.filter(({ status }) => status === 429)
    expect([own.filter(({ status }) => status === taken).length, refused.length], path).toEqual([
      left,
      sent - left,
    ])
    expect(Math.min(...refused.map(({ again }) => again))).toBeGreaterThan(0)
  }
  expect(after.map(({ status }) => status)).toEqual([429, 429, 429])
})

async function makeNews(db: Db, actor: Actor, edition: number) {
  const now = new Date()
  const started = await beginEntry(db, actor, { kind: 'news', title: 'A report in editions' }, now)
  if (!started.ok) throw new Error(started.reason)
  const saved = await saveEntry(db, actor, { id: started.id, base: 1, data: newsEdition(edition) }, now)
  if (!saved.ok) throw new Error(saved.reason)
  const { slug } = await db
    .selectFrom('entry')
    .select('slug')
    .where('id', '=', started.id)
    .executeTakeFirstOrThrow()
  return { id: started.id, slug }
}

async function save(site: RunningSite, cookie: string, id: string, edition: number): Promise<number> {
  const base = String(edition)
  const data = JSON.stringify(newsEdition(edition))
  const saved = await site.post(`/editor/entries/${id}/save`, cookie, { base, data })
  if (saved.status !== 200) throw new Error(`Saving answered ${saved.status}: ${saved.text}`)
  return edition + 1
}

async function move(db: Db, actor: Actor, requested: Parameters<typeof moveEntry>[2]) {
  const outcome = await moveEntry(db, actor, requested, new Date())
  if (!outcome.ok) throw new Error(outcome.reason)
}

/** Reads the page repeatedly, and records every answer that contains more than one edition. */
async function keepReading(site: RunningSite, path: string, mixed: string[], signal: AbortSignal) {
  while (!signal.aborted) {
    const { text } = await site.get(path)
    const editions = new Set(text.match(/Edition \d/g))
    if (editions.size > 1) mixed.push([...editions].join(' and '))
    await wait(20)
  }
}

function statusesAt(sites: RunningSite[], path: string): Promise<number[]> {
  return Promise.all(sites.map(async (site) => (await site.get(path)).status))
}

/** What the site did automatically, or people did by a form, to the entry since it was scheduled. */
function actsOn(db: Db, id: string) {
  return db
    .selectFrom('audit_entry')
    .select(['action', 'at'])
    .where('subject', '=', `entry:${id}`)
    .where('action', 'in', ['entry.published', 'entry.archived', 'entry.held-back'])
    .orderBy('seq')
    .execute()
}

async function until(isSo: () => Promise<boolean>, withinMs: number) {
  const giveUpAt = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error('It did not come to pass in time.')
    await wait(50)
  }
}
