import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { toTyped } from '#features/settings/declared.ts'
import { onPage } from '#features/settings/pages.ts'
import { changeSettings, shownHashOfPage } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { removeSamples } from '#features/samples/operations.server.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

/** The picture that networks show when someone shares a page, chosen in the settings. */

const address = '/admin/settings/networks'

test('a picture is chosen from a list without scripts, is shown when a page is shared, and says where it is used', async ({
  visit,
  site: { db },
  callers: { admin, editor },
}) => {
  captureLog()
  const picture = await db
    .selectFrom('picture_variant')
    .innerJoin('file', 'file.id', 'file_id')
    .select('file.id')
    .where('format', '=', 'jpeg')
    .orderBy('file.id')
    .executeTakeFirstOrThrow()
  const headers = { origin, cookie: admin.cookie }
  const page = await (await visit(address, { headers })).text()
  expect(page).toMatch(new RegExp(`<select id="previewPicture".*<option value="${picture.id}">`, 's'))

  const settings = await readSettings(db)
  const form = {
    ...(onPage('networks', toTyped(settings)) as Record<string, string>),
    shownHash: shownHashOfPage('networks', settings),
  }
  const refused = await visit(address, { form: { ...form, previewPicture: 'x' }, headers })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('Choose a picture that is in the library.')
  const saved = await visit(address, {
    form: { ...form, previewPicture: picture.id },
    headers,
    redirect: 'manual',
  })
  expect(saved.status).toBe(302)

  const home = await (await visit('/')).text()
  expect(/property="og:image" content="([^"]*)"/.exec(home)?.[1]).toMatch(
    new RegExp(`^${origin}/pictures/\\w{64}\\.jpg$`),
  )
  const seen = async (cookie: string) =>
    (await visit(`/editor/media/${picture.id}`, { headers: { cookie } })).text()
  expect(await seen(admin.cookie)).toContain(
    `<a href="${address}#previewPicture">Preview picture</a> <small>settings</small>`,
  )
  expect(await seen(editor.cookie)).toMatch(/<li>Preview picture(<!-- -->)? <small>settings</)
})

test('a preview picture that goes with the samples leaves each page its own', async ({ visit, site }) => {
  captureLog()
  const sample = await site.db
    .selectFrom('file')
    .select('id')
    .where('width', 'is not', null)
    .where('sample_at', 'is not', null)
    .executeTakeFirstOrThrow()
  await changeSettings(site.db, system, { previewPicture: sample.id }, autumn)
  await removeSamples(site.db, site.files, system, autumn)
  expect(await (await visit('/')).text()).toContain(
    `property="og:image" content="${origin}/preview/index.png"`,
  )
})
