import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { hydrated, makePerson, test } from './staff-office.ts'

const broken =
  /breaks its policy: (require-trusted-types-for|trusted-types)|Trusted(HTML|Script)|TrustedTypePolicy/

test('text does not become markup or a script, on a public page or in the staff area', async ({
  office,
  come,
  comeAs,
}) => {
  const visitor = await come(office, { expected: broken })
  await visitor.goto('/search')
  const editor = await comeAs(office, await makePerson(office, { role: 'editor' }), { expected: broken })
  await editor.goto('/editor/dashboard')
  await hydrated(editor)

  for (const page of [visitor, editor])
    expect(await tryInjecting(page)).toEqual(['refused', 'refused', 'refused'])
  expect(await tryPolicy(visitor, 'default')).toBe('refused')
  expect(await tryPolicy(editor, 'default')).toBe('refused')
})

test('only the staff area lets the editor read what is pasted, apart from the page', async ({
  office,
  come,
  comeAs,
}) => {
  const visitor = await come(office, { expected: broken })
  await visitor.goto('/search')
  expect(await tryPolicy(visitor, 'ProseMirrorClipboard')).toBe('refused')

  const editor = await comeAs(office, await makePerson(office, { role: 'editor' }))
  await editor.goto('/editor/dashboard')
  expect(await tryPolicy(editor, 'ProseMirrorClipboard')).toBe('Hello')
})

function tryInjecting(page: Page) {
  return page.evaluate(() => {
    const attempt = (work: () => void) => {
      try {
        work()
        return 'done'
      } catch {
        return 'refused'
      }
    }
    return [
      attempt(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
      attempt(() => (document.createElement('script').text = 'alert(1)')),
      attempt(() => document.body.insertAdjacentHTML('beforeend', '<p>x</p>')),
    ]
  })
}

interface Policies {
  createPolicy: (name: string, rules: object) => { createHTML: (text: string) => string }
}

/** What a policy of that name makes of pasted markup in a document apart, as the editor does. */
function tryPolicy(page: Page, name: string) {
  return page.evaluate((name) => {
    const { trustedTypes } = window as unknown as { trustedTypes: Policies }
    try {
      const policy = trustedTypes.createPolicy(name, { createHTML: (text: string) => text })
      const apart = document.implementation.createHTMLDocument('title').createElement('div')
      apart.innerHTML = policy.createHTML('<p>Hello</p>')
      return apart.textContent
    } catch {
      return 'refused'
    }
  }, name)
}
