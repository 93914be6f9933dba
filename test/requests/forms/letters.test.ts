import { expect } from 'vitest'
import { sendLinkLetter } from '#features/staff/joining/recovery.server.ts'
import { autumn, importBuild, origin } from '#test/harness/site.ts'
import { tokenIn } from '#test/makers/staff.ts'
import { test } from '#test/harness/visitors.ts'

test('the page of a letter shows a working link only if no mail server is set up', async ({
  testSite,
  callers,
}) => {
  const { site, config } = testSite
  await sendLinkLetter(site.db, config, { purpose: 'reset', email: callers.editor.email }, autumn)
  const token = await tokenIn(site.db, 'staff.reset')
  const { id } = await site.db
    .selectFrom('mail')
    .select('id')
    .where('kind', '=', 'staff.reset')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(await site.db.selectFrom('mail').selectAll().execute())).not.toContain(token)
  const mailing = { ...config, smtpUrl: 'smtp://127.0.0.1:9', mailFrom: 'office@example.org' }
  const sender = await (await importBuild()).openSite(mailing, () => autumn)
  const headers = { cookie: callers.admin.cookie }
  const read = async ({ respond }: typeof site, address: string) =>
    (await respond(new Request(origin + address, { headers }))).text()

  for (const address of [`/admin/mail/${id}`, `/admin/mail/${id}.data`]) {
    expect((await read(site, address)).includes(token)).toBe(true)
    const hidden = await read(sender, address)
    expect([hidden.includes('?token=(hidden)'), hidden.includes(token)]).toEqual([true, false])
  }
  await sender.close()
})
