import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { hydrated } from './staff-office.ts'

/** Someone who works only with the keyboard: everything goes through `page.keyboard`, nothing is focused for them. */
export type KeyboardUser = ReturnType<typeof keyboardUserOn>

type Name = string | RegExp

const maxStops = 150

/** Pages on which someone can write at once. */
const writing = 'main :is(form#writing, [autofocus])'

export function keyboardUserOn(page: Page) {
  // Listens from the start, because the browser takes a moment to hand such windows over.
  page.on('filechooser', () => undefined)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const type = (text: string) => page.keyboard.type(text)

  /** Presses Tab until the focus is on the element with this name. */
  const tabTo = async (name: Name, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    const passed: string[] = []
    for (let stop = 0; stop < maxStops; stop++) {
      await page.keyboard.press(key)
      const here = await nameOfFocus(page)
      if (fits(here, name)) return expectVisibleFocus(page)
      passed.push(here)
    }
    throw new Error(`${key} never came to ${name}; it passed ${passed.join(' | ')}`)
  }

  return {
    page,
    press,
    type,
    tabTo,
    backTo: (name: Name) => tabTo(name, 'Shift+Tab'),
    /** Back over all the elements with this name, and on to the first of them. */
    pastTo: async (name: Name) => {
      while (fits(await nameOfFocus(page), name)) await press('Shift+Tab')
      await press('Tab')
      await expectVisibleFocus(page)
    },
    /**
     * A page that has just been opened starts at its top, where the first stop skips the menus; one to write on starts in
     * its text.
     */
    intoMain: async (title: Name) => {
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await hydrated(page)
      await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'))
      // A form that was sent from there leads back there, and a page in the same document begins at its title.
      if (new URL(page.url()).hash === '#main') return
      if (await page.evaluate(() => document.activeElement?.matches('main h1') === true)) return
      if ((await page.locator(writing).count()) > 0) {
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null))
          .toBe(true)
        return expectVisibleFocus(page)
      }
      await press('Tab')
      expect(await nameOfFocus(page)).toBe('Skip to the content')
      await expectVisibleFocus(page)
      await press('Enter')
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    },
    /** Leads anywhere in the staff area. */
    jumpTo: async (testSite: string) => {
      await hydrated(page)
      // In a text the same keys add a link.
      if (await page.evaluate(() => document.activeElement?.closest('[contenteditable=true]') !== null))
        await press('Escape', 'Shift+Tab')
      await press('Control+k')
      await expect.poll(() => nameOfFocus(page)).toBe('Jump to')
      await type(testSite)
      await press('Enter')
    },
    /** The focused element, which must be visible. */
    expectAt: async (name: Name) => {
      await expect
        .poll(() => nameOfFocus(page))
        .toEqual(typeof name === 'string' ? name : expect.stringMatching(name))
      await expectVisibleFocus(page)
    },
    /** Presses the key on a file field, and answers the file dialog. */
    sendFiles: async (file: { name: string; mimeType: string; buffer: Buffer }) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Enter')])
      await chooser.setFiles(file)
    },
  }
}

function fits(here: string, name: Name) {
  return typeof name === 'string' ? here === name : name.test(here)
}

/** The name of the focused element. */
function nameOfFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    if (!element || element === document.body) return 'nothing'
    const labelled = element.getAttribute('aria-labelledby')
    const name =
      element.getAttribute('aria-label') ??
      (labelled && document.getElementById(labelled)?.textContent) ??
      element.labels?.[0]?.textContent ??
      element.textContent
    return name.trim().replaceAll(/\s+/g, ' ')
  })
}

/** It is in view, nothing covers it, and something shows that it has the focus. */
async function expectVisibleFocus(page: Page) {
  const faults = () =>
    page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return ['nothing has the focus']
      const box = element.getBoundingClientRect()
      const top = Math.max(box.top, 0)
      const bottom = Math.min(box.bottom, innerHeight)
      if (bottom - top < Math.min(box.height, 12)) return ['it is out of view']
      const at = document.elementFromPoint(box.left + Math.min(box.width / 2, 40), (top + bottom) / 2)
      const isCovered = !at || !(element.contains(at) || at.contains(element) || at.closest('label'))
      const isOutlined = (one: Element) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
      }
      // The link of a card marks the whole card.
      const isMarked = [element, element.closest('li')].some((one) => one && isOutlined(one))
      return [
        ...(isCovered ? [`it is under ${at?.outerHTML.slice(0, 120)}`] : []),
        ...(isMarked ? [] : ['nothing marks it']),
      ].map((fault) => `${element.outerHTML.slice(0, 120)}: ${fault}`)
    })
  await expect.poll(faults, { timeout: 5000 }).toEqual([])
}
