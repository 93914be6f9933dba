import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { documentSchema, type RichText } from '#features/content/text/document.ts'
import { type EditorPage, serveEditorPage } from '#test/harness/editor-page/serve.ts'
import { type OpenPage, test as base } from './harness.ts'

type Visitor = NonNullable<Parameters<OpenPage>[0]> & { initial?: RichText; theme?: 'light' | 'dark' }

interface Globals {
  initial?: RichText
  saved?: RichText
  put?: (document: RichText) => void
  submitted?: number
}

/** A page with only the editor, and the cursor at the start of its text. */
export const test = base.extend<{ editorPage: EditorPage; write: (visitor?: Visitor) => Promise<Page> }>({
  editorPage: [
    async ({}, use) => {
      const page = await serveEditorPage()
      await use(page)
      await page.stop()
    },
    { scope: 'file' },
  ],
  write: async ({ openPage, editorPage }, use) =>
    use(async ({ initial, theme = 'light', ...visitor } = {}) => {
      const page = await openPage({ baseURL: editorPage.address, ...visitor })
      await page.addInitScript((document) => {
        if (document) (globalThis as Globals).initial = document
      }, initial)
      await page.goto(`/?theme=${theme}`)
      await textOf(page).focus()
      return page
    }),
})

export function textOf(page: Page) {
  return page.getByRole('textbox', { name: 'Text', exact: true })
}

/** What would be saved; always something valid. */
export async function saved(page: Page): Promise<RichText['content']> {
  const document = await page.evaluate(() => (globalThis as Globals).saved)
  expect(documentSchema.safeParse(document).success).toBe(true)
  return document!.content
}

export function put(page: Page, document: RichText) {
  return page.evaluate((given) => (globalThis as Globals).put?.(given), document)
}

export function timesSubmitted(page: Page) {
  return page.evaluate(() => (globalThis as Globals).submitted ?? 0)
}

/** Pastes as the browser would, with these formats on the clipboard. */
export function paste(page: Page, forms: Record<string, string>) {
  return page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, forms)
}

export async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}
