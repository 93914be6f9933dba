import { expect } from 'vitest'
import { phone, wide } from '#test/e2e/harness/harness.ts'
import { hydrated, makePerson, test } from '#test/e2e/harness/staff-office.ts'
import { onlyInFull } from '#test/harness/scale.ts'
import { makeDraft } from '#test/makers/content.ts'
import { actorFor } from '#test/makers/staff.ts'

test('the palette opens pages and runs actions by the keyboard alone', async ({ office, openSignedIn }) => {
  const admin = await makePerson(office, { role: 'admin' })
  const page = await openSignedIn(office, admin)
  await page.goto('/admin/dashboard')
  await hydrated(page)

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Jump to' })
  await palette.waitFor()
  await page.keyboard.type('nothing like it')
  await palette.getByText('No results.').waitFor()
  await page.keyboard.press('Escape')
  expect(await palette.isVisible()).toBe(false)

  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  const last = await palette.getByRole('option').last().innerText()
  expect(await palette.getByRole('option', { selected: true }).innerText()).toBe(last)
  await page.keyboard.type('audit trail')
  expect(await palette.getByRole('option', { selected: true }).innerText()).toContain('Audit trail')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/audit')

  await hydrated(page)
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type('change theme')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'light')
  expect(await palette.isVisible()).toBe(false)
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
  })
  await page.keyboard.type('sign out')
  expect(await palette.getByRole('option', { selected: true }).innerText()).toBe('Sign out')
})

test(
  'the palette finds what is on the site, says when it cannot, and signs out',
  onlyInFull,
  async ({ office, openSignedIn }) => {
    const admin = await makePerson(office, { role: 'admin', name: 'Yamini Bose' })
    const page = await openSignedIn(office, admin, {
      expected: /Failed to load resource|editor\/find.* failed/,
    })
    await page.goto('/admin/dashboard')
    await hydrated(page)
    const palette = page.getByRole('dialog', { name: 'Jump to' })
    const group = (name: string) => palette.getByRole('group', { name })

    await page.keyboard.press('Control+k')
    await page.keyboard.type('yamini bose')
    await group('Staff accounts')
      .getByRole('option', { name: /Yamini Bose/ })
      .waitFor()
    expect(await page.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(
      await palette.getByRole('option', { selected: true }).getAttribute('id'),
    )
    await palette.getByText('One result').waitFor()

    await page.keyboard.press('Control+a')
    await page.keyboard.type('young scientist')
    await group('Content')
      .getByRole('option', { name: /Young Scientist Award.*Award, published/ })
      .waitFor()
    expect(await group('Staff accounts').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/editor/entries/*')

    await hydrated(page)
    await page.route('**/editor/find*', (route) => route.abort())
    // In the text, which has the focus, the same keys add a link.
    await page.locator('#title').focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('sign out')
    await palette.getByText('Search is not available').waitFor()
    await group('Actions').getByRole('option', { name: 'Sign out', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/')
  },
)

test('the palette runs the actions of an entry, also those in closed menus and sheets', async ({
  office,
  openSignedIn,
}) => {
  const admin = await makePerson(office, { role: 'admin' })
  const draft = await makeDraft(office.db, actorFor(admin), new Date())
  const page = await openSignedIn(office, admin)
  const openDraft = async () => {
    await page.goto(`/editor/entries/${draft.id}`)
    await hydrated(page)
    await page.locator('button:enabled', { hasText: /^Save$/ }).waitFor()
  }
  const actions = page.getByRole('group', { name: 'This page' })
  // In the text, which has the focus, Ctrl and K add a link.
  const choose = async (typed: string) => {
    await page.getByRole('button', { name: 'Jump to' }).click()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
  }
  const focus = () => page.evaluate(() => document.activeElement?.getAttribute('name'))

  // At this width the panel is beside the text.
  await page.setViewportSize(wide)
  await openDraft()
  await page.getByRole('button', { name: 'Jump to' }).click()
  const names = [
    'Save',
    'Publish',
    'Duplicate',
    'Save as a template',
    'Schedule',
    'Submit for review',
    'Delete',
  ]
  for (const name of names)
    expect(await actions.getByRole('option', { name: new RegExp(`^${name}`) }).count(), name).toBeGreaterThan(
      0,
    )
  await page.keyboard.press('Escape')

  await choose('schedule')
  expect(await focus()).toBe('at')
  await page.getByLabel('Date and time (IST)').fill('2099-12-31T18:00')
  await page.keyboard.press('Enter')
  await page.getByText('Scheduled. It will be').waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Returned to draft.').waitFor()

  // On a phone it is a closed sheet.
  await page.setViewportSize(phone)
  await openDraft()
  await choose('submit for review')
  expect(await focus()).toBe('reviewer')
  await openDraft()
  await choose('address and order')
  expect(await focus()).toBe('slug')
  expect(await page.getByLabel('Address', { exact: true }).isVisible()).toBe(true)
  await openDraft()
  await choose('duplicate')
  await page.getByText('Duplicated. This copy is a draft').waitFor()
})

test('the palette offers an editor only what an editor may open', async ({ office, openSignedIn }) => {
  const editor = await makePerson(office, { role: 'editor' })
  const page = await openSignedIn(office, editor)
  await page.goto('/editor/dashboard')
  await hydrated(page)
  await page.getByRole('button', { name: 'Jump to' }).click()
  const options = await page.getByRole('option').allInnerTexts()
  expect(options.some((text) => text.startsWith('Editor Dashboard'))).toBe(true)
  expect(options.some((text) => text.startsWith('New award'))).toBe(true)
  expect(options.some((text) => /Settings|Staff accounts|Administrator|Invite|copy/.test(text))).toBe(false)
})
