import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'
import { openDatabase } from '#db/engine/engine.server.ts'
import { readConfig } from '#server/config/config.server.ts'
import { launchChromium } from '#test/harness/chromium.ts'
import { makeAdministrator } from './administrator.ts'
import { ask } from './ask.ts'
import { kilobytes, printTable, type Goal } from './numbers.ts'
import { startSite } from './servers.ts'

/** Kilobytes over the wire, headers included. */
interface Weight {
  path: string
  requests: number
  pictures: number
  html: number
  /** Inline scripts, which are part of the page, and files, all compressed. */
  script: number
  font: number
  picture: number
  /** Everything except pictures, as browsers request it on plain localhost. */
  total: number
  /** The same as browsers request it over https. */
  totalByBrotli: number
  hydrates: boolean
}

const maxTotal = 60
const maxScript = 6
const signInPath = '/admin/admin-editor-login'
const maxSignInRequests = 10
const maxHtml = 9
const textPages = ['/iaps', '/iaps/constitution', '/membership/rules', '/privacy']
const maxForForm = 120
const maxForStaff = 250
const maxStaffRequests = 15
const staffPages = [
  '/editor/dashboard',
  '/admin/dashboard',
  '/editor/content/news',
  '/editor/content/news/new',
  '/editor/people',
  '/editor/cases',
  '/editor/media',
  '/admin/letters',
  '/admin/mail',
  '/admin/settings',
]

/** What a first visitor to each route loads, in a real browser with scripts and an empty cache. */
export async function measureWeight(dataDir: string, pages: string[]) {
  const site = await startSite(dataDir)
  const browser = await launchChromium()
  try {
    const weights: Weight[] = []
    for (const path of pages) weights.push(await weighPage(browser, site.address, path))
    const cookie = await openSession(dataDir)
    const ofStaff: Weight[] = []
    for (const path of staffPages) ofStaff.push(await weighPage(browser, site.address, path, cookie))
    const texts: TextPage[] = []
    for (const path of textPages) texts.push({ path, html: await weighText(site.address + path) })
    return report(weights, ofStaff, texts)
  } finally {
    await browser.close()
    await site.stop()
  }
}

async function openSession(dataDir: string): Promise<string> {
  const config = readConfig({ DATA_DIR: dataDir })
  const db = openDatabase(join(dataDir, 'site.db'))
  try {
    return await makeAdministrator(db, config, new Date())
  } finally {
    await db.destroy()
  }
}

interface TextPage {
  path: string
  html: number
}

/** The site compresses a page as well as it can when it is requested again. */
async function weighText(url: string): Promise<number> {
  for (let time = 0; time < 3; time++) {
    await ask(url, { 'accept-encoding': 'br' })
    await sleep(500)
  }
  const { body } = await ask(url, { 'accept-encoding': 'br' })
  return kilobytes(body.length)
}

interface Fetched {
  url: string
  type: string
  bytes: number
}

async function weighPage(browser: Browser, origin: string, path: string, cookie?: string): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name, value] = cookie?.split('=', 2) ?? []
  if (name && value) await context.addCookies([{ name, value, url: origin }])
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const fetched = await watchFetches(session)
  const answer = await page.goto(origin + path, { waitUntil: 'networkidle' })
  if (cookie && !answer?.ok()) throw new Error(`${path} answered ${answer?.status()}.`)
  const inline = await page.evaluate(() =>
    Array.from(document.scripts, (script) => {
      const isCode = !script.src && /^(|module|text\/javascript)$/.test(script.type)
      return isCode ? (script.textContent ?? '') : ''
    }).join('\n'),
  )
  const hydrates = await page.evaluate(() => 'hydrates' in document.documentElement.dataset)
  await context.close()

  const all = [...fetched.values()]
  const sum = (...types: string[]) =>
    all.filter(({ type }) => types.includes(type)).reduce((bytes, one) => bytes + one.bytes, 0)
  const besidesPictures = all.filter(({ type }) => type !== 'Image')
  const total = besidesPictures.reduce((bytes, one) => bytes + one.bytes, 0)
  const saved = await Promise.all(besidesPictures.map(({ url }) => savedByBrotli(url)))
  return {
    path,
    requests: all.length,
    pictures: all.length - besidesPictures.length,
    html: kilobytes(sum('Document')),
    script: kilobytes(sum('Script') + gzipSync(inline, { level: 9 }).length),
    font: kilobytes(sum('Font')),
    picture: kilobytes(sum('Image')),
    total: kilobytes(total),
    totalByBrotli: kilobytes(total - saved.reduce((bytes, one) => bytes + one, 0)),
    hydrates,
  }
}

async function watchFetches(session: CDPSession): Promise<Map<string, Fetched>> {
  const fetched = new Map<string, Fetched>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith('data:')) fetched.set(requestId, { url: response.url, type, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = fetched.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  return fetched
}

async function savedByBrotli(url: string): Promise<number> {
  const gzip = await ask(url, { 'accept-encoding': 'gzip' })
  const brotli = await ask(url, { 'accept-encoding': 'br' })
  return gzip.body.length - brotli.body.length
}

function report(weights: Weight[], ofStaff: Weight[], texts: TextPage[]) {
  console.log('\nCold visit to each route in Chromium, KB over the wire with headers (gzip, as on localhost)')
  printTable(
    ['route', 'requests', 'html', 'script', 'fonts', 'pictures', 'all but pictures', 'the same with br', ''],
    [...weights, ...ofStaff].map((weight) => [
      weight.path,
      weight.requests,
      weight.html,
      weight.script,
      weight.font,
      weight.picture,
      weight.total,
      weight.totalByBrotli,
      weight.hydrates ? 'hydrates' : '',
    ]),
  )
  console.log('  Script includes inline scripts.')
  const reading = weights.filter((weight) => !weight.hydrates)
  const forms = weights.filter(({ path }) => /form(\/|$)/.test(path))
  const goals = [
    worst(reading, 'total', maxTotal, 'reading pages at most', 'in all but pictures'),
    worst(reading, 'script', maxScript, 'reading pages at most', 'of script'),
    worst(reading, 'html', maxHtml, 'reading pages at most', 'of HTML'),
    worst(texts, 'html', maxHtml, 'text pages at most', 'of HTML with Brotli'),
    ...signInGoals(weights),
    worst(forms, 'total', maxForForm, 'form pages at most', 'in all but pictures'),
    worst(ofStaff, 'total', maxForStaff, 'staff pages at most', 'in all but pictures'),
    maxRequests(ofStaff),
  ]
  return { results: [...weights, ...ofStaff], texts, goals }
}

function signInGoals(weights: Weight[]): Goal[] {
  const signIn = weights.find(({ path }) => path === signInPath)
  if (!signIn) return []
  const isLight = signIn.total <= maxTotal && signIn.requests <= maxSignInRequests
  return [
    {
      goal: `sign-in at most ${maxTotal} KB in ${maxSignInRequests} requests`,
      measured: `${signIn.total} KB in ${signIn.requests} requests`,
      met: isLight,
    },
  ]
}

function maxRequests(weights: Weight[]): Goal {
  const countOf = ({ requests, pictures }: Weight) => requests - pictures
  const busiest = weights.toSorted((a, b) => countOf(b) - countOf(a))[0]!
  return {
    goal: `staff pages in at most ${maxStaffRequests} requests, pictures aside`,
    measured: `${countOf(busiest)} (${busiest.path})`,
    met: countOf(busiest) <= maxStaffRequests,
  }
}

function worst<Key extends 'total' | 'script' | 'html'>(
  weights: (Record<Key, number> & { path: string })[],
  key: Key,
  most: number,
  before: string,
  after: string,
): Goal {
  const heaviest = weights.toSorted((a, b) => b[key] - a[key])[0]!
  return {
    goal: `${before} ${most} KB ${after}`,
    measured: `${heaviest[key]} KB (${heaviest.path})`,
    met: heaviest[key] <= most,
  }
}
