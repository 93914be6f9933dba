import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { onlyInFull } from '#test/harness/scale.ts'
import { beginEntry } from '#features/content/entry/operations.server.ts'
import { makeDraft, makePublished } from '#test/makers/content.ts'
import { actorFor } from '#test/makers/staff.ts'
import { showOtherWays } from '#test/e2e/harness/writing.ts'
import { holdScriptsBack, hydrated, makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'

test('a news item goes from the first word to the public page', async ({
  office,
  openSignedOut,
  openSignedIn,
}) => {
  const editor = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
  const admin = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const page = await openSignedIn(office, editor, { expected: refusals })

  await page.goto('/editor/content/news')
  await page.getByRole('link', { name: 'New news item' }).click()
  // The list has a field for titles too.
  await page.waitForURL('**/news/new')
  await page.getByLabel('Title').fill('A lamp for the hall')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'A lamp for the hall' }).waitFor()
  await hydrated(page)
  await page.getByText('Summary: Fill in this field.').waitFor()

  await page.getByLabel('Date').fill('2026-11-10')
  await page.getByLabel('Summary').fill('The hall has light again.')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.click()
  await page.keyboard.type('It burns from dusk to dawn.')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved as version 2.').waitFor()
  await page.getByText('Nothing needs correcting.').waitFor()
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Submitted for review.').waitFor()

  const visitor = await openSignedOut(office, { expected: refusals })
  expect((await visitor.goto('/news/a-lamp-for-the-hall'))?.status()).toBe(404)
  const desk = await openSignedIn(office, admin)
  await desk.goto('/editor/content/news')
  const views = desk.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'In review (1)' }).click()
  await desk.waitForURL('**/news?state=in_review')
  await desk.getByRole('link', { name: 'A lamp for the hall' }).waitFor()
  await desk.goto(page.url().replace(/\?.*/, ''))
  const [preview] = await Promise.all([
    desk.waitForEvent('popup'),
    desk.getByRole('link', { name: 'Preview in a new tab' }).click(),
  ])
  await preview.getByText('It burns from dusk to dawn.').waitFor()
  await preview.getByText('Preview: this is not published.').waitFor()
  await desk.getByRole('button', { name: 'Publish', exact: true }).click()
  await desk.getByText('Published. Visitors').waitFor()
  await expect
    .poll(async () => (await visitor.goto('/news/a-lamp-for-the-hall'))?.status(), { timeout: 2000 })
    .toBe(200)
  await visitor.getByText('It burns from dusk to dawn.').waitFor()
  await visitor.goto('/news')
  await visitor.getByRole('link', { name: 'A lamp for the hall' }).waitFor()
})

test('what was just saved is used by the next click, however late the page reloads', async ({
  office,
  openSignedIn,
}) => {
  const asha = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const { id } = await makeDraft(office.db, actorFor(asha), new Date())
  const page = await openSignedIn(office, asha)
  await page.goto(`/editor/entries/${id}`)
  await hydrated(page)
  // Reloading the data is never answered: the page closes before that.
  await page.route(/\.data(\?|$)/, (route) =>
    route.request().method() === 'GET' ? undefined : route.continue(),
  )

  await page.getByLabel('Summary').fill('For more light.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as version 3.').waitFor()
  await showOtherWays(page)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Submitted for review.').waitFor()
})

test('two people write in parallel: the second sees both texts, and nothing is lost', async ({
  office,
  openSignedIn,
}) => {
  const meera = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
  const asha = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const { id } = await makeDraft(office.db, actorFor(meera), new Date())
  const first = await openSignedIn(office, meera, { expected: refusals })
  const second = await openSignedIn(office, asha)
  for (const page of [first, second]) {
    await page.goto(`/editor/entries/${id}`)
    await hydrated(page)
  }
  await second.getByText('Meera Rao has this open too.').waitFor()

  await second.getByLabel('Prize').fill('A golden lamp')
  await second.getByLabel('Summary').fill('For more light.')
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await second.getByText('Saved as version 3.').waitFor()
  await first.getByLabel('Summary').fill('For less darkness.')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await first.getByRole('heading', { name: 'Asha Iyer saved version 3 while you were writing' }).waitFor()
  await first.getByText('For less darkness.').waitFor()
  const lines = await first
    .locator('main :is(mark, del, ins, s)')
    .evaluateAll((marks) =>
      marks.map((mark) => `${mark.tagName} ${getComputedStyle(mark).textDecorationLine}`),
    )
  expect(new Set(lines)).toEqual(new Set(['MARK underline']))
  await first.getByText('Asha Iyer also changed Prize. This change is included.').waitFor()
  await first.getByRole('button', { name: 'Save my choices' }).click()
  await first.getByRole('link', { name: 'Choose which text to keep: Summary.' }).waitFor()
  // What the page stores while someone chooses may be answered only after the choice.
  const held = await holdAnswer(first, '**/working-copy')
  await first.getByRole('group', { name: 'Summary: which text to keep' }).getByLabel('Keep my text').check()
  await first.getByRole('button', { name: 'Save my choices' }).click()
  held.release()
  await first.getByText('Saved as version 4.').waitFor()

  expect(await first.getByLabel('Summary').inputValue()).toBe('For less darkness.')
  expect(await first.getByLabel('Prize').inputValue()).toBe('A golden lamp')
})

/** Waits for the next such request, whose answer then arrives only when it is released. */
async function holdAnswer(page: Page, path: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await new Promise<void>((isAnswered) => {
    void page.route(
      path,
      async (route) => {
        const response = await route.fetch()
        isAnswered()
        await released
        await route.fulfill({ response })
      },
      { times: 1 },
    )
  })
  return { release }
}

test(
  'two people change different fields: both changes are saved, and nobody is asked',
  onlyInFull,
  async ({ office, openSignedIn }) => {
    const meera = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
    const asha = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
    const { id } = await makeDraft(office.db, actorFor(meera), new Date())
    const [first, second] = [await openSignedIn(office, meera), await openSignedIn(office, asha)]
    for (const page of [first, second]) {
      await page.goto(`/editor/entries/${id}`)
      await hydrated(page)
    }
    await first.getByLabel('Summary').fill('For less darkness.')
    await second.getByLabel('Prize').fill('A golden lamp')
    await second.getByRole('button', { name: 'Save', exact: true }).click()
    await second.getByText('Saved as version 3.').waitFor()
    await first.getByRole('button', { name: 'Save', exact: true }).click()
    await first.getByText('Saved as version 4. The changes of Asha Iyer to Prize are included.').waitFor()

    expect(await first.getByLabel('Prize').inputValue()).toBe('A golden lamp')
    expect(await first.getByLabel('Summary').inputValue()).toBe('For less darkness.')
  },
)

const fortyWords = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')

test('someone who returns sees what they typed last, continues, and can revert', async ({
  office,
  openSignedIn,
}) => {
  const meera = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
  const { id } = await makeDraft(office.db, actorFor(meera), new Date())
  const page = await openSignedIn(office, meera)
  const summary = page.getByLabel('Summary')
  const comeBack = async () => {
    await page.goto('/editor/content/award')
    await page.goto(`/editor/entries/${id}`)
    await hydrated(page)
  }
  await comeBack()
  await summary.fill(fortyWords)
  await page.getByText(/^Saved \d\d:\d\d IST$/).waitFor()

  await comeBack()
  expect(await summary.inputValue()).toBe(fortyWords)
  await page.getByText(/^Saved \d\d:\d\d IST$/).waitFor()
  await summary.fill(`${fortyWords} more`)
  // No time to send it: this browser has it.
  await comeBack()
  expect(await summary.inputValue()).toBe(`${fortyWords} more`)

  await page.getByRole('button', { name: 'Revert' }).click()
  await page.getByText('Reverted to version 2. Your text is under Versions.').waitFor()
  expect(await summary.inputValue()).toBe('For light.')
  await page.getByRole('button', { name: 'Undo: Revert' }).click()
  expect(await summary.inputValue()).toBe(`${fortyWords} more`)
  await page.getByRole('button', { name: 'Revert' }).click()
  await page.getByText('Reverted to version 2.').waitFor()

  await page.getByRole('link', { name: 'Versions and history' }).click()
  await page
    .getByRole('link', { name: /^Compare version 2 with what Meera Rao typed/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Summary' }).getByText('word39').waitFor()
  await page
    .getByRole('button', { name: /^Restore what Meera Rao typed/ })
    .first()
    .click()
  await page.waitForURL(`**/editor/entries/${id}`)
  await hydrated(page)
  expect(await summary.inputValue()).toBe(`${fortyWords} more`)
})

test('two tabs of one person do not overwrite each other', async ({ office, openSignedIn }) => {
  const meera = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
  const { id } = await makeDraft(office.db, actorFor(meera), new Date())
  // The second tab learns that the first was faster, and the browser reports that as a failure.
  const first = await openSignedIn(office, meera, { expected: /status of 409/ })
  const second = await first.context().newPage()
  for (const page of [first, second]) {
    await page.goto(`/editor/entries/${id}`)
    await hydrated(page)
  }
  await first.getByLabel('Summary').fill(fortyWords)
  await first.getByText(/^Saved \d\d:\d\d IST$/).waitFor()
  await second.getByLabel('Prize').fill('Gold')
  await expect.poll(() => second.getByLabel('Summary').inputValue()).toBe(fortyWords)
  await second.getByText(/^Saved \d\d:\d\d IST$/).waitFor()
  await expect.poll(() => first.getByLabel('Prize').inputValue()).toBe('Gold')

  await first.getByLabel('Short title').fill('From the first')
  await second.getByLabel('Short title').fill('From the second')
  const offer = (page: Page) => page.getByText('There is different text from another tab')
  await expect
    .poll(async () => (await offer(first).count()) + (await offer(second).count()))
    .toBeGreaterThan(0)
  const late = (await offer(first).count()) > 0 ? first : second
  await late.reload()
  await hydrated(late)
  // In view at the bottom of the screen, however long the text above it.
  await late.getByRole('button', { name: 'Choose between two texts' }).click()
  await late.getByRole('region', { name: 'Short title' }).getByText('From the first').waitFor()
  await late.getByRole('region', { name: 'Short title' }).getByText('From the second').waitFor()
})

test('one field that does not fit yet does not prevent saving the others', async ({
  office,
  openSignedIn,
}) => {
  const meera = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
  const call = { kind: 'conference', title: 'Optics' } as const
  const started = await beginEntry(office.db, actorFor(meera), call, new Date())
  if (!started.ok) throw new Error(started.reason)
  const page = await openSignedIn(office, meera)
  await page.goto(`/editor/entries/${started.id}`)
  await hydrated(page)
  await page.getByLabel('Website').fill('not yet an address')
  await page.getByRole('textbox', { name: 'Theme' }).fill('Light')
  await page.getByText(/^Saved \d\d:\d\d IST$/).waitFor()
  await page.locator('#website-error', { hasText: 'Enter an address that starts with /' }).waitFor()
  await page.getByText('Needs attention: Website: Enter an address').waitFor()

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await hydrated(page)
  expect(await page.getByRole('textbox', { name: 'Theme' }).inputValue()).toBe('Light')
  expect(await page.getByLabel('Website').inputValue()).toBe('not yet an address')
  await page.getByLabel('Website').fill('www.coniaps.org')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as version 2.').waitFor()
  expect(await page.getByText('Enter an address that starts with / or https://').count()).toBe(0)
  expect(await page.getByLabel('Website').inputValue()).toBe('https://www.coniaps.org')
})

test('what is typed offline or signed out is stored, and shown again', async ({ office, openSignedIn }) => {
  const meera = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
  const { id } = await makeDraft(office.db, actorFor(meera), new Date())
  const page = await openSignedIn(office, meera, { expected: /Failed to load|ERR_INTERNET|status of/ })
  await page.goto(`/editor/entries/${id}`)
  await hydrated(page)

  await page.context().setOffline(true)
  await page.getByLabel('Summary').fill('Typed in a train.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('We could not reach the site.').waitFor()
  await page.context().setOffline(false)
  await page.getByText(/^Saved \d\d:\d\d IST$/).waitFor()
  await page.reload()
  await hydrated(page)
  expect(await page.getByLabel('Summary').inputValue()).toBe('Typed in a train.')

  await office.db.deleteFrom('staff_session').where('user_id', '=', meera.id).execute()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('You are signed out.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
})

test('what is typed and not saved is published too, or the move waits', async ({
  office,
  openSignedOut,
  openSignedIn,
}) => {
  const asha = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const { id } = await makeDraft(office.db, actorFor(asha), new Date(), {
    title: 'Copper Lamp',
    type: 'medal',
    summary: 'For copper light.',
  })
  const page = await openSignedIn(office, asha, { expected: /Failed to load|ERR_INTERNET/ })
  await page.goto(`/editor/entries/${id}`)
  await hydrated(page)
  await page.getByLabel('Summary').fill('Typed a moment ago.')
  await page.getByText('We save your changes first.').waitFor()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('We could not reach the site.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published. Visitors').waitFor()

  const visitor = await openSignedOut(office)
  await visitor.goto('/awards/copper-lamp')
  await visitor.getByText('Typed a moment ago.').waitFor()
})

test('what is typed and chosen before the scripts load is kept and saved', async ({
  office,
  openSignedIn,
}) => {
  const meera = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
  const call = { kind: 'call', title: 'For light' } as const
  const started = await beginEntry(office.db, actorFor(meera), call, new Date())
  if (!started.ok) throw new Error(started.reason)
  const page = await openSignedIn(office, meera)
  const early = {
    Title: 'For early light',
    Summary: 'For early birds.',
    For: 'membership',
    Closes: '2099-02-03T23:59',
  }
  const letScriptsCome = await holdScriptsBack(page, `/editor/entries/${started.id}`)
  await page.getByLabel('For', { exact: true }).selectOption('award')
  for (const [label, value] of Object.entries(early)) await fillIn(page, label, value)
  letScriptsCome()
  await hydrated(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as version 2.').waitFor()

  expect(await readBack(page, early)).toEqual(early)
  await page.reload()
  expect(await readBack(page, early)).toEqual(early)
})

test('the same in forms that React does not control', async ({ office, openSignedIn }) => {
  const asha = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const page = await openSignedIn(office, asha)
  const early = { Action: 'audit.read', From: '2026-01-02' }
  // The list offers earlier actions, and that someone read it is in it from the second time on.
  await page.goto('/admin/audit')
  const letTrailCome = await holdScriptsBack(page, '/admin/audit')
  for (const [label, value] of Object.entries(early)) await fillIn(page, label, value)
  letTrailCome()
  await hydrated(page)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.waitForURL('**/admin/audit?*action=audit.read&*from=2026-01-02*')
  expect(await readBack(page, early)).toEqual(early)

  const letSettingsCome = await holdScriptsBack(page, '/admin/settings/membership')
  const introducers = page.getByRole('group', { name: 'Applicants need a proposer and a seconder' })
  await introducers.getByLabel('Yes').check()
  await page.getByLabel('How to pay').fill('Under the lamp')
  letSettingsCome()
  await hydrated(page)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved').waitFor()
  expect(await introducers.getByLabel('Yes').isChecked()).toBe(true)
  expect(await page.getByLabel('How to pay').inputValue()).toBe('Under the lamp')
})

function fillIn(page: Page, label: string, value: string) {
  const field = page.getByLabel(label, { exact: true })
  return ['For', 'Action'].includes(label) ? field.selectOption(value) : field.fill(value)
}

async function readBack(page: Page, filled: Record<string, string>) {
  const labels = Object.keys(filled)
  const values = await Promise.all(
    labels.map((label) => page.getByLabel(label, { exact: true }).inputValue()),
  )
  return Object.fromEntries(labels.map((label, index) => [label, values[index]]))
}

test('an old version is compared in words and restored', onlyInFull, async ({ office, openSignedIn }) => {
  const asha = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const { id } = await makePublished(office.db, actorFor(asha), new Date(), {
    title: 'Silver Lamp',
    shortTitle: 'Silver',
    type: 'medal',
    summary: 'For silver light.',
  })
  const page = await openSignedIn(office, asha)
  await page.goto(`/editor/entries/${id}`)
  await hydrated(page)
  await page.getByLabel('Summary').fill('For moonlight.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as version 3.').waitFor()
  await page.getByText('an earlier version is published').waitFor()
  await page.getByRole('link', { name: 'Versions and history' }).click()
  await page.getByRole('region', { name: 'Summary' }).getByText('moonlight').waitFor()
  await page.getByRole('button', { name: 'Restore version 2' }).click()
  await page.waitForURL(`**/editor/entries/${id}`)
  await hydrated(page)
  expect(await page.getByLabel('Summary').inputValue()).toBe('For silver light.')
})

test(
  'a secret link shows a draft to anyone who has it, until it is revoked',
  onlyInFull,
  async ({ office, openSignedOut, openSignedIn }) => {
    const asha = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
    const { id } = await makeDraft(office.db, actorFor(asha), new Date(), {
      title: 'Bronze Lamp',
      shortTitle: 'Bronze',
      type: 'medal',
      summary: 'For bronze light.',
    })
    const page = await openSignedIn(office, asha)
    await page.goto(`/editor/entries/${id}/share`)
    await page.getByRole('button', { name: 'Create a link' }).click()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()

    const guest = await openSignedOut(office, { expected: refusals })
    await guest.goto(link)
    await guest.getByRole('heading', { level: 1, name: 'Bronze Lamp' }).waitFor()
    expect((await guest.goto('/awards/bronze-lamp'))?.status()).toBe(404)
    await page.getByRole('button', { name: 'Revoke it' }).click()
    await page.getByText('Preview links revoked.').waitFor()
    expect((await guest.goto(link))?.status()).toBe(404)
  },
)
