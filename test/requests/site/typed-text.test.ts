import { expect } from 'vitest'
import { lampData, makeDraft } from '#test/makers/content.ts'
import { ask } from '#test/harness/http.ts'
import { post } from '#test/makers/caller-post.ts'
import { autumn } from '#test/harness/site.ts'
import { actorFor } from '#test/makers/staff.ts'
import { test } from '#test/harness/visitors.ts'

test('the preview shows what its reader has typed, and only the editing page may frame it', async ({
  port,
  testSite,
  callers,
}) => {
  const { editor, admin } = callers
  const { id } = await makeDraft(testSite.site.db, actorFor({ ...editor, role: 'editor' }), autumn)
  const typed = { ...lampData, title: 'Silver Lamp' }
  const stored = await post(port, `/editor/entries/${id}/working-copy`, editor, {
    ...{ do: 'store', base: '2', seen: 'none', revision: 'r1', page: 'p1', conflicts: '', settled: '' },
    data: JSON.stringify(typed),
  })
  expect(JSON.parse(stored.text)).toMatchObject({ advice: [] })

  const preview = (cookie: string) => ask(port, `/editor/entries/${id}/preview`, { cookie })
  const mine = await preview(editor.cookie)
  expect(mine.text).toContain('Silver Lamp')
  expect(mine.headers['content-security-policy']).toContain(`frame-ancestors 'self'`)
  expect((await preview(admin.cookie)).text).not.toContain('Silver Lamp')
  const page = await ask(port, `/editor/entries/${id}`, { cookie: editor.cookie })
  expect(page.headers['content-security-policy']).toContain(`frame-src 'self'`)
  const list = await ask(port, '/editor/content/award', { cookie: editor.cookie })
  expect(list.headers['content-security-policy']).not.toContain('frame-src')
})
