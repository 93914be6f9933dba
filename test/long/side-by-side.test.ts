import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isPostgresUrl, openDatabase } from '#db/engine/engine.server.ts'
import { system } from '#features/audit/actor.ts'
import { beginEntry, saveEntry } from '#features/content/entry/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { readConfig } from '#server/config/config.server.ts'
import { createDatabase, dropDatabase, startPostgres } from '#test/harness/postgres.ts'
import { runCommand } from '#test/harness/processes.ts'
import { RunningSite, runningOrigin } from '#test/harness/running-server.ts'
import { newsEdition } from '#test/makers/content.ts'
import { aLetter } from '#test/makers/enquiries.ts'
import { actorFor, clientFrom, makeStaff, sessionHeader } from '#test/makers/staff.ts'

/**
 * A site of several processes is updated one process after the other: the release before this one goes on serving while
 * this one has already changed the database. LAST_RELEASE names its commit; otherwise it is that of the newest tag.
 */

const release = process.env['LAST_RELEASE'] ?? newestTag()
const lastRelease = mkdtempSync(join(tmpdir(), 'last-release-'))

function newestTag(): string | undefined {
  const { status, stdout } = spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*'], {
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : undefined
}

beforeAll(() => {
  if (release === undefined) return
  execFileSync('git', ['worktree', 'add', '--force', '--detach', lastRelease, release])
  const { NODE_ENV: _, ...env } = process.env
  execFileSync(process.execPath, ['scripts/prepare.mjs'], { cwd: lastRelease, env })
}, 600_000)

afterAll(() => {
  if (release !== undefined) execFileSync('git', ['worktree', 'remove', '--force', lastRelease])
  rmSync(lastRelease, { recursive: true, force: true })
})

/** The release before, as it was built from its own commit. */
class EarlierSite extends RunningSite {
  protected override run(env: Record<string, string>) {
    return runCommand('env', ['--chdir', lastRelease, process.execPath, 'scripts/serve.mjs'], env)
  }
}

test.for(['SQLite', 'PostgreSQL'])(
  'on %s both releases serve one site, and each shows what was written with the other',
  { skip: release === undefined },
  async (engine) => {
    const folder = mkdtempSync(join(tmpdir(), 'side-by-side-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const address = engine === 'SQLite' ? join(folder, 'site.db') : await newPostgres()
    const shared: Record<string, string> = isPostgresUrl(address) ? { DATABASE_URL: address } : {}
    const secret = { SECRET: 'the secret of a test, long enough' }
    const env = {
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      ORIGIN: runningOrigin,
      ...shared,
      ...secret,
    }
    const [before, after] = [new EarlierSite(env), new RunningSite(env)]
    onTestFinished(async () => {
      await before.stop()
      await after.stop()
    })

    await before.start()
    const pages = await listPages(before)
    expect(pages.length).toBeGreaterThan(40)
    await after.start()

    const db = openDatabase(address)
    onTestFinished(() => db.destroy())
    const now = new Date()
    await changeSettings(db, system, { secondFactorForAdmins: false }, now)
    const person = await makeStaff(db, now, { role: 'admin' })
    const config = readConfig({ DATA_DIR: folder, ORIGIN: runningOrigin, ...secret })
    const begin = { userId: person.id, secondFactorAt: null, provedAt: now }
    const cookie = sessionHeader(config, await beginSession(db, config, begin, clientFrom(), now))

    // An entry is written by both in turn; a visitor writes to both.
    const actor = actorFor(person)
    const news = await beginEntry(db, actor, { kind: 'news', title: 'A report in editions' }, now)
    if (!news.ok) throw new Error(news.reason)
    expect((await saveEntry(db, actor, { id: news.id, base: 1, data: newsEdition(1) }, now)).ok).toBe(true)
    for (const [at, site] of [before, after, before, after].entries()) {
      const data = JSON.stringify(newsEdition(at + 2))
      const saved = await site.post(`/editor/entries/${news.id}/save`, cookie, { base: String(at + 2), data })
      expect(saved.status).toBe(200)
      const move = { move: 'publish', version: String(at + 3) }
      expect((await site.post(`/editor/entries/${news.id}?do=move`, cookie, move)).status).toBe(302)
      const { homepage = '', from = '', ...letter } = aLetter(at)
      const answer = await site.post('/contact-us', '', { ...letter, homepage, from })
      expect(answer.text).toMatch(/EQ-\d{4}-\d{4}/)
    }
    const { slug } = await db
      .selectFrom('entry')
      .select('slug')
      .where('id', '=', news.id)
      .executeTakeFirstOrThrow()
    for (const site of [before, after])
      await expect.poll(async () => (await site.get(`/news/${slug}`)).text).toContain('Edition 5')
    expect(await db.selectFrom('enquiry').select('id').execute()).toHaveLength(4)

    // Every public page and the pages of the staff area, from both.
    const visited = [...pages, ...staffPages].flatMap((path) => [
      { path, site: before, by: 'before' },
      { path, site: after, by: 'after' },
    ])
    const failed: string[] = []
    for (const { path, site, by } of visited) {
      const { status } = await site.get(path, staffPages.includes(path) ? { cookie } : {})
      if (status !== 200) failed.push(`${by} ${status} ${path}`)
    }
    expect(failed).toEqual([])
    expect([...before.lines, ...after.lines].filter((line) => line.includes('"error":'))).toEqual([])
  },
)

const staffPages = [
  ...['/editor/dashboard', '/editor/content/news', '/editor/media', '/editor/people', '/editor/cases'],
  ...['/editor/cases/statistics', '/editor/payments', '/editor/enquiries', '/editor/subscribers'],
  ...['/editor/visits', '/editor/links', '/admin/dashboard', '/admin/bodies', '/admin/rulebooks'],
  ...['/admin/mail', '/admin/staff', '/admin/audit', '/admin/settings', '/admin/system', '/admin/letters'],
  ...['/admin/menu', '/admin/privacy', '/admin/site-copy'],
]

async function listPages(site: RunningSite): Promise<string[]> {
  const { text } = await site.get('/sitemap.xml')
  const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  return ['/', ...addresses.map((address) => new URL(address).pathname)]
}

async function newPostgres(): Promise<string> {
  const server = await startPostgres()
  const address = await createDatabase(server.url)
  onTestFinished(async () => {
    await dropDatabase(address)
    await server.stop()
  })
  return address
}
