import type { ElementHandle, Locator, Page, Route } from 'playwright-core'

/** The ways in which a request fails through no fault of the page. */

const proxyPage =
  '<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>'

const answer = (status: number, body = '') => ({
  break: (route: Route) => route.fulfill({ status, contentType: 'text/html', body }),
})

export const ways: { name: string; break: (route: Route) => Promise<void> }[] = [
  { name: 'the network cut', break: (route) => route.abort('internetdisconnected') },
  { name: 'the connection reset', break: (route) => route.abort('connectionreset') },
  { name: 'status 502 and the page of a proxy', ...answer(502, proxyPage) },
  { name: 'status 503 and nothing else', ...answer(503) },
  { name: 'status 503 and the page of a proxy', ...answer(503, proxyPage) },
  { name: 'status 403', ...answer(403, proxyPage) },
  { name: 'the page of a proxy as if all were well', ...answer(200, proxyPage) },
]

/** What the browser logs about requests that are broken on purpose; a broken page may leave its fonts unused. */
export const brokenOnPurpose =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|status of (4\d\d|50[23])|preloaded using link preload but not used/

export type Way = (typeof ways)[number]

/** What our pages say when a request has failed, in the notice of every page or in their own words. */
const sentences =
  /could not (reach the site|answer|open the next page)|did not accept this request|been signed out|cannot be reached|cannot reach the server|Something went wrong on our side|You are offline|could not save this|could not be saved|are still signed in/

/** A field as it is on the page, and not one that replaces it. */
export type FilledField = ElementHandle

/** The first visible text fields. Files, dates and similar fields take no text. */
export async function typeSomething(page: Page): Promise<FilledField[]> {
  const fields = page.locator(
    'main :is(textarea, input:not([type]), input[type=text], input[type=email], input[type=search], input[type=tel], input[type=url], input[type=password])',
  )
  const typed: FilledField[] = []
  for (const field of await fields.elementHandles()) {
    if (typed.length === 2) break
    if (!(await field.isVisible()) || !(await field.isEditable())) continue
    await field.fill('typed on')
    // Suggestions below a field close when it is left; they may cover the button.
    await field.evaluate((element) => (element as HTMLElement).blur())
    typed.push(field)
  }
  return typed
}

/** The first button that sends something from this page, if possible near the typed text. */
export async function findButton(page: Page): Promise<Locator | undefined> {
  const inForms = 'button:not([type=button], [hidden])'
  const buttons = page.locator(
    `main form[method=post i]:not([action*="/export"], [action="/admin/sign-out"]) ${inForms}`,
  )
  for (const button of await buttons.all()) {
    if ((await button.isVisible()) && (await button.isEnabled())) return button
  }
  return undefined
}

/** A link to another page of the site, such as to another area. */
export async function findLink(page: Page): Promise<Locator | undefined> {
  const regions = ['[aria-label="Staff areas"]', 'main', '[aria-label="Back"]', 'body']
  for (const region of regions) {
    for (const link of await page.locator(`${region} a[href^="/"]:not([target], [download])`).all()) {
      const { pathname } = new URL((await link.getAttribute('href')) ?? '', page.url())
      const leaves = pathname !== new URL(page.url()).pathname && !/\.\w+$/.test(pathname)
      if (leaves && (await link.isVisible())) return link
    }
  }
  return undefined
}

/** Breaks everything that the page requests, until the returned function is called. */
export async function breakRequests(page: Page, way: Way): Promise<() => Promise<void>> {
  await page.route('**/*', way.break)
  return () => page.unroute('**/*', way.break)
}

/** Resolves once the page says that something went wrong. */
export async function messagesOn(page: Page) {
  await page
    .locator(':is([role=alert], [role=status])')
    .filter({ hasText: sentences })
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 20_000 })
}
