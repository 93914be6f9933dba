import { writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import type { RichText } from '#features/content/text/document.ts'
import { schemas } from '#features/content/kinds/schemas.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { makePreviewLink } from '#features/content/reading/previews.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { pass } from '#test/makers/document-passage.ts'
import { newDataDir, startSite } from '#test/e2e/harness/running-site.ts'
import { hostileDocuments } from '#test/hostile/hostile-documents.ts'
import { addressStrings, formulaStrings, markupStrings } from '#test/hostile/hostile-strings.ts'
import { actorFor, clientFrom, makeStaff, sessionHeader } from '#test/makers/staff.ts'
import { launchFirefox } from './firefox.ts'
import type { OtherBrowser } from './other-browser.ts'
import { launchWebKit } from './webkit.ts'

/**
 * Test C2 in Firefox and WebKit: the corpus of hostile documents and texts, as visitors, previewers, readers of a
 * feed and staff see it, and once more on a page without any policy. Writes docs/evidence/hostile-text.md.
 */

const accepted = hostileDocuments().flatMap(({ json }) => {
  const { isAccepted, markup } = pass(json)
  return isAccepted ? [{ markup, content: (JSON.parse(json) as RichText).content }] : []
})
/** Those that a title and a summary accept. */
const strings = [...markupStrings, ...addressStrings, ...formulaStrings].filter(
  (words) => schemas.news.safeParse({ title: words, publishedOn: '2026-11-15', summary: words }).success,
)
const documentsAPage = 30
const feedItems = 50
const now = new Date()

interface ShownPayloads {
  browser: string
  view: string
  pages: number
  payloads: number
  dialogs: number
  faults: number
}

const results: ShownPayloads[] = []
const missing: string[] = []
let corpus: Awaited<ReturnType<typeof openCorpus>>

beforeAll(async () => {
  corpus = await openCorpus()
}, 300_000)

afterAll(async () => {
  await corpus?.close()
  if (results.length > 0) writeFileSync('docs/evidence/hostile-text.md', report())
})

test.for([
  ['Firefox', launchFirefox, 'firefox-esr'],
  ['WebKit', launchWebKit, 'webkit2gtk-driver and xvfb'],
] as const)('nothing of the corpus runs in %s', async ([name, launch, needed], { skip }) => {
  const browser = await launch()
  if (!browser) {
    missing.push(`${name} was not tried: this machine has no ${needed}.`)
    return skip(missing.at(-1))
  }
  try {
    await expectToNotice(browser)
    for (const view of corpus.views) results.push(await see(browser, view))
  } finally {
    await browser.close()
  }
  const own = results.filter((seen) => seen.browser.startsWith(name))
  expect(own.map(({ dialogs, faults }) => dialogs + faults)).toEqual(own.map(() => 0))
  expect(own.length).toBe(corpus.views.length)
})

/** What would be counted, if something ran: without this a browser that shows nothing would pass. */
async function expectToNotice(browser: OtherBrowser) {
  const before = await browser.countDialogs()
  await browser.open(`${corpus.bare}/runs`)
  await browser.evaluate('new Promise((resolve) => setTimeout(() => resolve(1), 300))').catch(() => undefined)
  expect(await browser.countDialogs()).toBeGreaterThan(before)
  await browser.open(`${corpus.bare}/faults`)
  expect(await browser.evaluate<number>(poke)).toBe(2)
}

async function see(browser: OtherBrowser, view: View): Promise<ShownPayloads> {
  const before = await browser.countDialogs()
  let faults = 0
  for (const path of view.paths) {
    if (view.isStaff) {
      await browser.open(`${corpus.site}/robots.txt`)
      await browser.setCookie(corpus.cookie.name, corpus.cookie.value)
    }
    await browser.open(path)
    if (view.wait) expect(await browser.evaluate<boolean>(view.wait), path).toBe(true)
    faults += await browser.evaluate<number>(
      view.isMarkup ? poke : `new Promise((resolve) => setTimeout(() => resolve(0), 300))`,
    )
  }
  return {
    browser: `${browser.name} ${browser.version}`,
    view: view.name,
    pages: view.paths.length,
    payloads: view.payloads,
    dialogs: (await browser.countDialogs()) - before,
    faults,
  }
}

/** Does to every element what a reader might do, then counts handlers, foreign scripts and script addresses. */
const poke = `(async () => {
  const all = [...document.body.querySelectorAll('*')]
  for (const element of all) {
    for (const type of ['mouseover', 'mouseenter', 'pointerdown', 'animationend', 'toggle'])
      element.dispatchEvent(new Event(type, { bubbles: true }))
    element.focus?.()
  }
  await new Promise((resolve) => setTimeout(resolve, 300))
  const handlers = all.filter((element) => [...element.attributes].some(({ name }) => /^on/.test(name)))
  const links = [...document.links].filter(({ protocol }) => !/^(https?|mailto):$/.test(protocol))
  return handlers.length + links.length + document.querySelectorAll('iframe, object, embed, base').length
})()`

interface View {
  name: string
  paths: string[]
  payloads: number
  isMarkup: boolean
  isStaff?: true
  /** True once the page is complete. */
  wait?: string
}

async function openCorpus() {
  const dataDir = newDataDir()
  const db = openDatabase(join(dataDir, 'site.db'))
  await migrate(db, now)
  await changeSettings(db, system, { secondFactorForAdmins: false }, now)
  const staff = await makeStaff(db, now, { role: 'admin' })
  const admin = actorFor({ id: staff.id, role: 'admin' })
  const slices = Array.from({ length: Math.ceil(accepted.length / documentsAPage) }, (_, at) =>
    accepted.slice(at * documentsAPage, (at + 1) * documentsAPage),
  )
  const entries: { id: string; slug: string; token: string }[] = []
  for (const [at, slice] of slices.entries()) {
    const slug = `corpus-${at}`
    const data = {
      title: strings[at % strings.length] ?? '',
      publishedOn: '2026-11-15',
      summary: strings[(at + 40) % strings.length] ?? '',
      body: { type: 'doc' as const, content: slice.flatMap(({ content }) => content) },
    }
    const id = await publishEntry(db, { kind: 'news', slug, data }, new Date(now.getTime() - 86_400_000))
    const link = await makePreviewLink(db, admin, id, now)
    entries.push({ id, slug, token: link.ok ? link.token : '' })
  }
  const { address, stop } = await startSite({ host: 'localhost', dataDir })
  const config = { origin: address, secret: 'the secret of a test, long enough' }
  const session = await beginSession(
    db,
    config,
    { userId: staff.id, secondFactorAt: now, provedAt: now },
    clientFrom(),
    now,
  )
  const pair = sessionHeader(config, session)
  const mark = pair.indexOf('=')
  const feeds = await readFeeds(db, address)
  const bare = await serveBare(feeds)
  return {
    site: address,
    bare: bare.address,
    cookie: { name: pair.slice(0, mark), value: pair.slice(mark + 1) },
    views: viewsOf(address, bare.address, entries, feeds.length),
    async close() {
      await bare.close()
      await db.destroy()
      await stop()
    },
  }
}

type Entries = { id: string; slug: string; token: string }[]

function viewsOf(site: string, bare: string, entries: Entries, feeds: number): View[] {
  const payloads = accepted.length
  const hydrated = `new Promise((resolve) => {
    const look = () => document.querySelector('[contenteditable=true] > *') ? resolve(true) : setTimeout(look, 100)
    look()
    setTimeout(() => resolve(false), 20000)
  })`
  return [
    { name: 'a page without any policy', paths: [`${bare}/corpus`], payloads, isMarkup: true },
    {
      name: 'the public page',
      paths: entries.map(({ slug }) => `${site}/news/${slug}`),
      payloads,
      isMarkup: true,
    },
    {
      name: 'a preview by a secret link',
      paths: entries.map(({ token }) => `${site}/draft/${token}`),
      payloads,
      isMarkup: true,
    },
    {
      name: 'the staff editing page',
      paths: entries.map(({ id }) => `${site}/editor/entries/${id}`),
      payloads,
      isMarkup: true,
      isStaff: true,
      wait: hydrated,
    },
    {
      name: 'the staff list (titles)',
      paths: [`${site}/editor/content/news`],
      payloads: Math.min(strings.length, 50),
      isMarkup: true,
      isStaff: true,
    },
    {
      name: 'the feed, read as XML without any policy',
      paths: Array.from({ length: feeds }, (_, at) => `${bare}/feed-${at}`),
      payloads: strings.length,
      isMarkup: false,
    },
  ]
}

/** The feed holds the newest fifty, so all texts appear in it in turn, two to an item. */
async function readFeeds(db: Db, site: string): Promise<string[]> {
  const feeds: string[] = []
  const inFeed = 2 * feedItems
  for (let first = 0; first < strings.length; first += inFeed) {
    const some = strings.slice(first, first + inFeed)
    for (let at = 0; at < some.length; at += 2) {
      const data = { title: some[at] ?? '', publishedOn: '2026-11-15', summary: some[at + 1] ?? 'None' }
      await publishEntry(
        db,
        { kind: 'news', slug: `feed-${first + at}`, data },
        new Date(now.getTime() + first),
      )
    }
    // Every process serves what is new within two seconds.
    await sleep(2000)
    feeds.push(await (await fetch(`${site}/news/feed.atom`)).text())
  }
  for (const feed of feeds) expect(feed.match(/<entry>/g)?.length).toBeGreaterThan(10)
  return feeds
}

/** The same markup and feeds without any protection, and pages that do run something. */
async function serveBare(feeds: string[]) {
  const html = (body: string) =>
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><body>${body}`
  const pages = new Map([
    ['/corpus', html(accepted.map(({ markup }) => markup).join('\n'))],
    ['/runs', html('<script>alert(1)</script>')],
    ['/faults', html('<p onclick="x()">a</p><a href="javascript:x()">b</a>')],
    ...feeds.map((feed, at) => [`/feed-${at}`, feed] as const),
  ])
  const server = createServer((request, response) => {
    const body = pages.get(request.url ?? '')
    const type = request.url?.startsWith('/feed') ? 'application/xml' : 'text/html'
    response.writeHead(body ? 200 : 404, { 'content-type': `${type}; charset=utf-8` }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function report(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim()
  const lines = results.map(
    ({ browser, view, pages, payloads, dialogs, faults }) =>
      `| ${browser} | ${view} | ${pages} | ${payloads} | ${dialogs} | ${faults} |`,
  )
  const sum = (name: 'payloads' | 'dialogs') => results.reduce((all, seen) => all + seen[name], 0)
  return `# Hostile texts in other browsers

Test C2 of the threat model, made by \`npm run test:full\`; the results for Chromium are in
[rich-text.md](rich-text.md).

${now.toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, ${process.platform}.

Of ${hostileDocuments().length} hostile documents ${accepted.length} are accepted, because words are words whatever they say; with
${strings.length} hostile texts as titles and summaries they were shown ${sum('payloads')} times: payloads × views × browsers. Run:
${sum('dialogs')}. Each browser first had to notice a page that does run something. On every page each element was
hovered, focused and toggled; handlers, foreign frames and script addresses count as faults.

| Browser | View | Pages | Payloads | Run | Faults |
|---|---|---|---|---|---|
${lines.join('\n')}
${missing.map((line) => `\n${line}`).join('')}`
}
