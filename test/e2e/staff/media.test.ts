import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { pdfFiles } from '#starter/newsletter-pdf.ts'
import { markedSvg } from '#test/hostile/hostile-files.ts'
import { hydrated, makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'
import { onlyInFull } from '#test/harness/scale.ts'

/** The library as an editor uses it: uploading, describing and cropping, replacing, and deleting. */

const folder = join(tmpdir(), `media-journey-${process.pid}`)
mkdirSync(folder, { recursive: true })

async function picture(name: string, width: number, height: number, background: string) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const bytes = await sharp({ create: { width, height, channels: 3, background, noise } })
    .jpeg()
    .toBuffer()
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

test(
  'an editor uploads three files, removes one, describes and crops a picture, and replaces it',
  { timeout: 120_000, ...onlyInFull },
  async ({ office, openSignedIn }) => {
    const editor = await makePerson(office, { role: 'editor', name: 'Meera Iyer' })
    const page = await openSignedIn(office, editor, { expected: refusals })
    // Held back, so that there is time to cancel it.
    let held: (() => void) | undefined
    await page.route('**/upload?do=chunk**', async (request) => {
      if ((request.request().postDataBuffer()?.length ?? 0) > 400_000)
        await new Promise<void>((go) => (held = go))
      await request.continue().catch(() => undefined)
    })
    await page.goto('/editor/media')
    await hydrated(page)
    const broken = join(folder, 'broken.jpg')
    writeFileSync(broken, 'not a picture')
    await page
      .getByLabel('Add files')
      .setInputFiles([
        await picture('lecture hall.jpg', 1200, 800, 'teal'),
        await picture('too slow.jpg', 3000, 2000, 'brown'),
        broken,
      ])
    const lines = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem')
    await lines.filter({ hasText: 'Uploaded: lecture hall.jpg' }).waitFor()
    await lines.filter({ hasText: 'We cannot use this type of file.' }).waitFor()
    await page.getByRole('button', { name: 'Cancel too slow.jpg' }).click()
    await lines.filter({ hasText: 'Cancelled' }).waitFor()
    held?.()
    expect(await page.locator('main ul a', { hasText: 'too slow.jpg' }).count()).toBe(0)

    await page.locator('main ul a', { hasText: 'lecture hall.jpg' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'lecture hall.jpg' }).waitFor()
    await hydrated(page)
    await page.getByLabel('Description').fill('Rows of seats in front of a blackboard')
    await page.getByLabel('Credit').fill('Sample')
    const frame = (await page.locator('main svg[viewBox="0 0 1200 800"]').boundingBox())!
    await page.mouse.click(frame.x + frame.width * 0.25, frame.y + frame.height * 0.5)
    expect(await page.getByLabel('From the left, %').inputValue()).toBe('25')
    await page.mouse.move(frame.x + frame.width * 0.1, frame.y + frame.height * 0.1)
    await page.mouse.down()
    await page.mouse.move(frame.x + frame.width * 0.6, frame.y + frame.height * 0.6, { steps: 4 })
    await page.mouse.up()
    expect(Number(await page.getByLabel('Width').inputValue())).toBeCloseTo(600, -1)
    await page.getByLabel('Height').press('ArrowUp')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved. Pages that use this file are up to date.').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    const widths = async () => {
      const rows = await office.db
        .selectFrom('picture_variant')
        .select('width')
        .where('file_id', '=', id)
        .execute()
      return Math.max(...rows.map(({ width }) => width))
    }
    await expect.poll(widths, { timeout: 40_000 }).toBeLessThan(700)

    await page.getByLabel('New file').setInputFiles(await picture('new.jpg', 900, 600, 'navy'))
    await page.getByRole('heading', { level: 1, name: 'new.jpg' }).waitFor()
    await page.getByText('900 × 600', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Restore lecture hall.jpg' }).click()
    await page.getByRole('heading', { level: 1, name: 'lecture hall.jpg' }).waitFor()

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted. You can restore this file').waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restored. The file is in the library again.').waitFor()
  },
)

test(
  'a file that is uploaded again is recognised, and one in use says where',
  onlyInFull,
  async ({ office, openSignedIn }) => {
    const editor = await makePerson(office, { role: 'editor' })
    const page = await openSignedIn(office, editor, { expected: refusals })
    await page.goto('/editor/media')
    await hydrated(page)
    const same = await picture('twice.jpg', 300, 200, 'olive')
    await page.getByLabel('Add files').setInputFiles(same)
    await page.getByText('Uploaded: twice.jpg').waitFor()
    await page.getByLabel('Add files').setInputFiles(same)
    await page.getByText('Already in the library as').waitFor()
    await page.getByRole('button', { name: 'Keep both' }).click()
    await expect.poll(() => page.getByText('Uploaded: twice.jpg').count()).toBe(2)

    const used = await office.db
      .selectFrom('entry_version_ref')
      .innerJoin('entry', 'entry.id', 'entry_version_ref.entry_id')
      .select('target')
      .where('entry_version_ref.kind', '=', 'file')
      .where('entry.live_version', 'is not', null)
      .executeTakeFirstOrThrow()
    await page.goto(`/editor/media/${used.target}`)
    await page.getByText(', published', { exact: false }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    const replace = page.getByRole('button', { name: 'Replace', exact: true })
    expect(await replace.isDisabled()).toBe(true)
    await page.locator('#why-not', { hasText: 'Ask an administrator to change it.' }).waitFor()
  },
)

test(
  'without scripts a plain form uploads files, and a PDF gets its cover',
  onlyInFull,
  async ({ office, openSignedIn }) => {
    const editor = await makePerson(office, { role: 'editor' })
    const page = await openSignedIn(office, editor, { javaScriptEnabled: false, expected: refusals })
    const pdf = join(folder, 'Bulletin.pdf')
    writeFileSync(
      pdf,
      Buffer.concat([await Object.values(pdfFiles)[0]!(), Buffer.from('\n% another copy\n')]),
    )
    await page.goto('/editor/media')
    await page.getByLabel('Add files').setInputFiles([pdf, await picture('plain.png', 40, 30, 'red')])
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('2 files uploaded.').waitFor()
    await page.getByRole('link', { name: 'Bulletin.pdf' }).click()
    await page.getByRole('button', { name: 'Create a picture of the first page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bulletin cover.jpg' }).waitFor()
  },
)

test('a drawing full of tricks does nothing in a browser, opened or shown', async ({
  office,
  openSignedIn,
}) => {
  const editor = await makePerson(office, { role: 'editor' })
  // Frames are not allowed at all, which the browser says.
  const page = await openSignedIn(office, editor, {
    expected: /Content Security Policy|breaks its policy: frame-src/,
  })
  await page.goto('/editor/media')
  await hydrated(page)
  const drawing = { name: 'tricks.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(markedSvg) }
  await page.getByLabel('Add files').setInputFiles(drawing)
  await page.getByRole('link', { name: 'Uploaded: tricks.svg' }).click()
  const href = (await page.getByRole('link', { name: /^\/files\// }).getAttribute('href'))!
  const requested: string[] = []
  page.context().on('request', (request) => requested.push(new URL(request.url()).pathname))

  const saved = page.waitForEvent('download')
  await page.goto(href).catch(() => undefined)
  expect((await saved).suggestedFilename()).toBe('tricks.svg')
  await page.evaluate(async (href) => {
    for (const name of ['img', 'iframe'] as const) {
      const element = document.createElement(name)
      element.src = href
      document.body.append(element)
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }, href)
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
  expect(requested.filter((path) => path === '/hacked')).toEqual([])
})
