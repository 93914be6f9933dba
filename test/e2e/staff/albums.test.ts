import sharp from 'sharp'
import { expect } from 'vitest'
import { makePerson, test } from '#test/e2e/harness/staff-office.ts'
import { beginByHand, saveByHand } from '#test/e2e/harness/writing.ts'

/** An album as a contact sheet. */

const colours = ['teal', 'brown', 'green']
const pictures = await Promise.all(
  colours.map(async (background, index) => ({
    name: `${background}.png`,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 600 + index, height: 400, channels: 3, background } })
      .png()
      .toBuffer(),
  })),
)
const drawing = {
  name: 'plan.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9"/></svg>',
  ),
}

test('an album is described, credited and put in order on one sheet', async ({ office, openSignedIn }) => {
  const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), {
    viewport: { width: 1280, height: 860 },
  })
  await beginByHand(page, 'album', { Title: 'Sample album on a sheet' })
  await page.getByRole('button', { name: 'Add several pictures' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Upload new pictures').setInputFiles([...pictures, drawing])
  await dialog
    .getByText('Not used: plan.svg is now in the library, but this field needs a picture.')
    .waitFor()
  await dialog.getByText('4 of 4 files done, 1 refused.').waitFor({ state: 'attached' })
  await dialog.getByRole('button', { name: 'Add 3 pictures' }).click()

  const descriptions = page.getByRole('group', { name: 'Pictures' }).getByLabel(/^Description/)
  const words = () => descriptions.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  await descriptions.nth(2).waitFor()
  await descriptions.first().focus()
  for (const [index, colour] of colours.entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(`A ${colour} plane`)
  }
  const first = await words()
  expect(first.toSorted()).toEqual(['A brown plane', 'A green plane', 'A teal plane'])
  const boxes = await Promise.all(
    [0, 1, 2].map(async (index) => (await descriptions.nth(index).boundingBox())!),
  )
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(1)
  expect(boxes[0]!.y).toBeLessThan(860)

  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('photos.2.alt')
  await page.keyboard.press('Enter')
  await page.getByLabel('Credit', { exact: true }).last().fill('Sample photographer')
  await page.getByRole('button', { name: 'Use this credit for all' }).click()
  await page.getByRole('button', { name: 'Undo: Credit used for all.' }).waitFor()

  const cards = page.getByRole('group', { name: 'Pictures' }).locator('> ol > li')
  await cards.nth(2).locator('img').first().dragTo(cards.nth(0).locator('img').first())
  await expect.poll(words).toEqual([first[2], first[0], first[1]])
  await descriptions.first().press('Enter')
  await page.getByRole('button', { name: 'Move Picture 1 down' }).click()
  await expect.poll(words).toEqual([first[0], first[2], first[1]])
  await saveByHand(page)

  const { data } = await office.db
    .selectFrom('entry_version')
    .select('data')
    .where('title', '=', 'Sample album on a sheet')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  const { photos } = JSON.parse(data) as { photos: { credit: string }[] }
  expect(photos.map(({ credit }) => credit)).toEqual(Array(3).fill('Sample photographer'))
})
