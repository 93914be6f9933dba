import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { RichText } from '#features/content/text/document.ts'
import { pass } from '#test/makers/document-passage.ts'
import { hostileDocuments } from '#test/hostile/hostile-documents.ts'
import { markupStrings } from '#test/hostile/hostile-strings.ts'
import { isTaken, onlyInFull } from '#test/harness/scale.ts'
import { paste, press, put, saved, test, textOf } from '#test/e2e/harness/editor-harness.ts'

/** What the corpus would do if it could, without a content policy: the documents alone must be safe. */
const accepted = hostileDocuments().flatMap(({ json }) => {
  const { isAccepted, markup } = pass(json)
  return isAccepted ? [{ markup, content: (JSON.parse(json) as RichText).content }] : []
})

/** Counts what a payload calls and what the page requests, other than the site's own files. */
function watch(page: Page) {
  const requested: string[] = []
  page.on('request', (request) => {
    if (!/\/(assets\/.*|corpus)$/.test(request.url())) requested.push(request.url())
  })
  return { requested, ran: () => page.evaluate(() => (globalThis as unknown as { ran: string[] }).ran) }
}

function countCalls() {
  const ran: string[] = []
  const count = (name: string) => () => void ran.push(name)
  Object.assign(globalThis, {
    ran,
    alert: count('alert'),
    confirm: count('confirm'),
    prompt: count('prompt'),
  })
}

test(
  'no document of the corpus runs anything on a page without any policy',
  onlyInFull,
  async ({ openPage, editorPage }) => {
    const page = await openPage({ baseURL: editorPage.address, expected: /weak policy/ })
    const { ran, requested } = watch(page)
    await page.addInitScript(countCalls)
    const body = `<!doctype html><html lang="en"><title>Corpus</title>${accepted.map(({ markup }) => markup).join('\n')}`
    await page.route('**/corpus', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
    await page.goto('/corpus')
    for (let turn = 0; turn < 20; turn++) await press(page, 'Tab')
    await page.waitForTimeout(500)

    expect(accepted.length).toBeGreaterThan(1000)
    expect(await ran()).toEqual([])
    expect(requested).toEqual([])
    const found = await page.evaluate(() => {
      const elements = [...document.body.querySelectorAll('*')]
      const handlers = elements.filter((element) =>
        [...element.attributes].some(({ name }) => /^(on|style|src)/.test(name)),
      )
      const protocols = new Set([...document.links].map((link) => link.protocol))
      return {
        handlers: handlers.length,
        protocols: [...protocols],
        documents: document.querySelectorAll('body > div').length,
      }
    })
    expect(found).toEqual({ handlers: 0, protocols: ['http:'], documents: accepted.length })
  },
)

test('no document of the corpus runs anything when it is opened in the editor', async ({ write }) => {
  const page = await write({ bypassCSP: true })
  const { ran, requested } = watch(page)
  await page.evaluate(countCalls)
  const contents = accepted.map(({ content }) => content)
  for (let first = 0; first < contents.length; first += 150) {
    await put(page, { type: 'doc', content: contents.slice(first, first + 150).flat() })
    await page.waitForTimeout(300)
  }
  expect(await ran()).toEqual([])
  expect(requested).toEqual([])
  expect(await textOf(page).locator('script, iframe, svg, object, style').count()).toBe(0)
})

test('no markup of the corpus runs anything when it is pasted, and what is left can be stored', async ({
  write,
}) => {
  const page = await write({ bypassCSP: true })
  const { ran, requested } = watch(page)
  await page.evaluate(countCalls)
  for (const markup of markupStrings.filter((_, at) => isTaken(at, 0, 4))) {
    await paste(page, { 'text/html': `<p>before</p>${markup}<p>after</p>` })
    await saved(page)
    await press(page, 'Control+a', 'Delete')
  }
  expect(await ran()).toEqual([])
  expect(requested).toEqual([])
})
