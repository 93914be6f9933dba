import { expect } from 'vitest'
import { officeDay } from '#office-time.ts'
import { addresses, phone, site, tablet, test, wide } from '#test/e2e/harness/harness.ts'

const bare = [
  '/fellowship/fellow-nomination-form',
  '/fellowship/associate-fellow-nomination-form',
  '/membership/form',
  '/admin/admin-editor-login',
  // A step of signing in.
  '/admin/forgotten-password',
]
/** Looks like the other two nomination forms. */
const awardForm = /^\/awards\/[^/]+\/nomination-form$/

test('every page has header and footer, except the forms, the sign-in page and the error page', async () => {
  const wrong: string[] = []
  for (const address of [...addresses, '/no-such-page']) {
    const html = await readPage(address)
    const has = [/<header[^>]* data-bar/g, /<footer/g].map((part) => html.match(part)?.length ?? 0).join()
    const isBare = bare.includes(address) || awardForm.test(address) || address === '/no-such-page'
    const expected = isBare ? '0,0' : '1,1'
    if (has !== expected) wrong.push(`${address} has ${has}`)
  }

  expect(wrong).toEqual([])
})

test('a page without header and footer has a wordmark that leads home', async ({ openPage }) => {
  const page = await openPage({ expected: /status of 404/ })
  for (const address of [...bare, '/no-such-page']) {
    await page.goto(address)
    const wordmark = page.getByRole('link', { name: 'International Academy of Physical Sciences' })
    expect(await wordmark.getAttribute('href'), address).toBe('/')
  }
})

test.for([320, 400, 768, 1024, 1280, 1440])(
  'at %i px the whole title stays in the header when it has shrunk',
  async (width, { openPage }) => {
    const page = await openPage({ viewport: { width, height: 600 }, reducedMotion: 'reduce' })
    await page.goto('/iaps/constitution')
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() => scrollTo(0, 300))
    await page.locator('[data-compact]').waitFor()
    const title = page.locator('[data-bar] a[href="/"] > span')
    const [bar, text] = [await page.locator('[data-bar]').boundingBox(), await title.boundingBox()]
    const menu = await page.locator('[data-menu]').boundingBox()

    expect(await title.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
    expect(text!.y).toBeGreaterThanOrEqual(0)
    expect(text!.y + text!.height).toBeLessThanOrEqual(bar!.height)
    const search = await page.locator('[data-bar] a[aria-label="Search"]').boundingBox()
    expect(Math.max(text!.x + text!.width, menu ? menu.x + menu.width : 0)).toBeLessThanOrEqual(search!.x)
  },
)

test('every page has its own title', async () => {
  const titles = new Map<string, string>()
  for (const address of addresses) {
    if (address.includes('?')) continue
    const html = await readPage(address)
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? ''
    expect(title, address).toContain('International Academy of Physical Sciences')
    expect(titles.get(title), `${address} is called “${title}” as well`).toBeUndefined()
    titles.set(title, address)
  }
  expect(titles.size).toBeGreaterThan(60)
})

test('the error page says what happened and leads on', async ({ openPage }) => {
  const page = await openPage({ expected: /status of 40[04]/ })

  const missing = await page.goto('/fellowshop')
  expect(missing!.status()).toBe(404)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page not found')
  expect(await page.locator('main a[href="/fellowship"]').count()).toBe(1)
  await page.getByRole('searchbox').fill('gold medal')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/search?q=gold+medal')

  const unreadable = await page.goto('/archive?year=soon')
  expect(unreadable!.status()).toBe(400)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('We could not read this request')
})

test('the footer has the four links, the three networks and this year', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/iaps')
  const footer = page.locator('footer')

  const links = await footer.locator('nav ul').first().locator('a').allTextContents()
  expect(links.map((text) => text.replace(/\s*\(another site\)/, '').trim())).toEqual([
    'Home',
    'Journal',
    'Contact Us',
    'Archive',
  ])
  for (const [name, address] of [
    ['Facebook', 'https://www.facebook.com/'],
    ['LinkedIn', 'https://www.linkedin.com/'],
    ['Twitter', 'https://'],
  ] as const) {
    const icon = footer.getByRole('link', { name: new RegExp(`^${name}`) })
    expect(await icon.getAttribute('href')).toContain(address)
    expect(await icon.locator('svg').isVisible()).toBe(true)
  }
  const year = officeDay(new Date()).slice(0, 4)
  expect(await footer.textContent()).toContain(`© ${year} International Academy of Physical Sciences`)
})

test('the sign-in link is in the footer of medium and wide screens only', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')
  const login = page.locator('footer').getByText('Login')
  const seen = []
  for (const viewport of [phone, { width: 767, height: 900 }, tablet, wide]) {
    await page.setViewportSize(viewport)
    seen.push([viewport.width, await login.isVisible()])
  }

  expect(seen).toEqual([
    [360, false],
    [767, false],
    [768, true],
    [1440, true],
  ])
  await login.click()
  await page.waitForURL('**/admin/admin-editor-login')
})

async function readPage(address: string) {
  return (await fetch(site + address)).text()
}
