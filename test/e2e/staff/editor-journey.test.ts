import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { again } from '#test/e2e/harness/harness.ts'
import { onlyInFull } from '#test/harness/scale.ts'
import type { RichText } from '#features/content/text/document.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { beginEntry } from '#features/content/entry/operations.server.ts'
import { pass } from '#test/makers/document-passage.ts'
import { hostileDocuments } from '#test/hostile/hostile-documents.ts'
import { actorFor } from '#test/makers/staff.ts'
import { paste, press } from '#test/e2e/harness/editor-harness.ts'
import { hydrated, makePerson, type Office, test } from '#test/e2e/harness/staff-office.ts'

/** The editor where it is used: on the editing page of an entry. */

const word = readFileSync('test/harness/editor-page/word.html', 'utf8')

test(
  'a text with everything is written by keyboard and appears on the public page',
  { timeout: 120_000 },
  async ({ office, openSignedOut, openSignedIn }) => {
    const admin = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
    const { id } = await begin(office, admin, 'Light in the hall')
    const page = await openSignedIn(office, admin)
    await page.goto(`/editor/entries/${id}`)
    await hydrated(page)
    await page.getByLabel('Date', { exact: true }).fill('2026-11-10')
    await page.getByLabel('Summary').fill('The hall has light again.')
    await page.getByRole('textbox', { name: 'Text' }).focus()

    await page.keyboard.type('## How it came')
    await press(page, 'Enter')
    await page.keyboard.type('Read the ')
    await press(page, 'Control+k')
    await page.keyboard.type('constitution')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await press(page, 'Enter', 'Tab', 'Enter')
    await page.keyboard.type(', where ')
    await press(page, 'Control+Alt+m')
    await page.keyboard.type('E = h\\nu')
    await page.locator('dialog math').waitFor()
    await press(page, 'Tab', 'Enter')
    await page.keyboard.type(' holds')
    await press(page, 'Control+Alt+f')
    await page.keyboard.type('Since 1905.')
    await press(page, 'Tab', 'Tab', 'Enter', 'Enter')
    await page.keyboard.insertText('भौतिक विज्ञान')
    await press(page, 'Enter', 'Control+Alt+p')
    await page.getByRole('dialog', { name: 'Choose a picture' }).locator('li button').first().press('Enter')
    const description = page.getByRole('dialog').getByRole('textbox', { name: 'Description' })
    await description.fill('A lamp above the stage')
    await page.getByRole('button', { name: 'Add picture' }).press('Enter')
    await paste(page, { 'text/html': word })
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 2.').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published. Visitors').waitFor()

    const visitor = await openSignedOut(office)
    await expect
      .poll(async () => (await visitor.request.get('/news/light-in-the-hall', again)).status())
      .toBe(200)
    await visitor.goto('/news/light-in-the-hall')
    const main = visitor.getByRole('main')
    await main.getByRole('heading', { name: 'How it came' }).waitFor()
    expect(await main.locator('p a[href^="/iaps/"]').count()).toBeGreaterThan(0)
    expect(await main.locator('p math').count()).toBe(1)
    expect(await main.getByRole('list', { name: 'Footnotes' }).innerText()).toContain('Since 1905.')
    expect(await main.locator('p[lang="hi"]').innerText()).toBe('भौतिक विज्ञान')
    expect(await main.locator('figure').getByRole('img', { name: 'A lamp above the stage' }).count()).toBe(1)
    expect(await main.getByRole('cell', { name: 'Place' }).count()).toBe(1)
    expect(await main.getByRole('listitem').filter({ hasText: 'Under the first' }).count()).toBeGreaterThan(0)
  },
)

test(
  'the corpus of hostile documents, saved by an editor, runs nothing anywhere',
  { timeout: 300_000, ...onlyInFull },
  async ({ office, openSignedOut, openSignedIn }) => {
    const admin = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
    const accepted = hostileDocuments().filter(({ json }) => pass(json).isAccepted)
    // Nothing is published with a missing picture.
    const { file_id: picture } = await office.db
      .selectFrom('picture_variant')
      .select('file_id')
      .executeTakeFirstOrThrow()
    const parts = inParts(
      accepted.map(
        ({ json }) => (JSON.parse(json.replace('"file":"a"', `"file":"${picture}"`)) as RichText).content,
      ),
    )
    const desk = await openSignedIn(office, admin)
    const visitor = await openSignedOut(office)
    const ran: string[] = []
    for (const page of [desk, visitor]) page.on('dialog', (dialog) => ran.push(dialog.message()))

    for (const [number, content] of parts.entries()) {
      const { id, slug } = await begin(office, admin, `Corpus ${number}`)
      const data = {
        title: '<script>alert(1)</script>',
        publishedOn: '2026-11-10',
        summary: '"><img src=x onerror=alert(1)>',
        body: { type: 'doc', content },
      }
      const answer = await desk.request.post(`/editor/entries/${id}/save`, {
        headers: { origin: office.address },
        form: { base: '1', data: JSON.stringify(data) },
      })
      expect([answer.status(), await answer.json()]).toMatchObject([200, { version: 2 }])
      expect(await storedBody(office, id)).toEqual(data.body)
      const moved = await moveEntry(
        office.db,
        actorFor(admin),
        { id, version: 2, move: 'publish' },
        new Date(),
      )
      expect(moved).toMatchObject({ ok: true })

      await desk.goto(`/editor/entries/${id}`)
      await hydrated(desk)
      await desk.getByRole('textbox', { name: 'Text' }).waitFor()
      await desk.goto(`/editor/entries/${id}/preview`)
      await expect.poll(async () => (await visitor.request.get(`/news/${slug}`, again)).status()).toBe(200)
      await visitor.goto(`/news/${slug}`)
      await visitor.waitForTimeout(300)
    }
    await visitor.goto('/news')

    expect(ran).toEqual([])
    const feed = await (await visitor.request.get('/news/feed.atom', again)).text()
    expect(feed).not.toMatch(/<(script|img|svg|iframe)/i)
  },
)

async function begin({ db }: Office, admin: Parameters<typeof actorFor>[0], title: string) {
  const started = await beginEntry(db, actorFor(admin), { kind: 'news', title }, new Date())
  if (!started.ok) throw new Error(started.reason)
  const { slug } = await db
    .selectFrom('entry')
    .select('slug')
    .where('id', '=', started.id)
    .executeTakeFirstOrThrow()
  return { id: started.id, slug }
}

async function storedBody({ db }: Office, id: string): Promise<unknown> {
  const { data } = await db
    .selectFrom('entry_version')
    .select('data')
    .where('entry_id', '=', id)
    .where('number', '=', 2)
    .executeTakeFirstOrThrow()
  return (JSON.parse(data) as { body: unknown }).body
}

/** A few documents together, each within the limits of one text. */
function inParts(contents: RichText['content'][]): RichText['content'][] {
  const most = 400
  return Array.from({ length: Math.ceil(contents.length / most) }, (_, part) =>
    contents.slice(part * most, (part + 1) * most).flat(),
  )
}
