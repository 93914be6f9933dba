import { expect } from 'vitest'
import { listCopies } from '#features/site-copy/queries.server.ts'
import { runCopy } from '#features/site-copy/run.server.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

test('an administrator has a copy made and downloads it; the audit trail records both', async ({
  testSite,
  site,
  visit,
  callers,
}) => {
  captureLog()
  const as = (cookie: string) => ({ headers: { cookie, origin } })
  const begin = (cookie: string) => visit('/admin/site-copy', { form: { kind: 'archive' }, ...as(cookie) })
  expect((await begin(callers.editor.cookie)).status).toBe(403)
  expect((await begin(callers.admin.cookie)).status).toBe(302)
  expect((await begin(callers.admin.cookie)).status).toBe(409)
  const waiting = await (await visit('/admin/site-copy', as(callers.admin.cookie))).text()
  expect(waiting).toContain('in progress')

  const [copy] = await listCopies(site.db)
  const fetchIt = (cookie: string) => visit(`/admin/site-copy/${copy?.id}`, { form: {}, ...as(cookie) })
  expect((await fetchIt(callers.admin.cookie)).status).toBe(404)
  await runCopy({ ...site, ...testSite.config }, copy?.id ?? '', () => autumn)
  expect((await fetchIt(callers.editor.cookie)).status).toBe(403)
  const answer = await fetchIt(callers.admin.cookie)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="site-2026-11-15.zip"')
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  const trail = await site.db.selectFrom('audit_entry').select('action').orderBy('seq').execute()
  expect(trail.slice(-2).map(({ action }) => action)).toEqual(['site.copy-begun', 'site.exported'])
})
