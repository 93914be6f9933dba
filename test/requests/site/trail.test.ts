import { expect } from 'vitest'
import { enrolPerson } from '#features/people/operations.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { actorFor } from '#test/makers/staff.ts'
import { autumn } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

const person = { givenName: 'Tara', familyName: 'Trailsample', since: 1999, discipline: 'Physics' }

test('the trail is filtered by person, and its entries lead to what they are about', async ({
  site,
  callers,
  visit,
}) => {
  const enrolled = {
    ...person,
    memberNo: 'LM-901',
    category: 'life' as const,
    country: 'India',
    listed: true,
  }
  const id = await enrolPerson(site.db, enrolled, autumn)
  await movePeople(site.db, actorFor({ id: callers.editor.id, role: 'editor' }), 'unlist', [id], autumn)
  const read = async (by: string, cookie: string) =>
    (await visit(`/admin/audit?action=person&by=${by}`, { headers: { cookie } })).text()

  const found = await read(`staff:${callers.editor.id}`, callers.admin.cookie)
  expect(found).toContain(`href="/editor/people/${id}"`)
  expect(found).toContain('From 192.0.2.')
  expect(found).toContain('<option value="visitor"')
  expect(await read('system', callers.admin.cookie)).not.toContain(`href="/editor/people/${id}"`)
  const own = await read('', callers.editor.cookie)
  expect(own).toContain(`href="/editor/people/${id}"`)
  expect(own).not.toContain('<option value="visitor"')
  const wrong = await visit('/admin/audit?by=everybody', { headers: { cookie: callers.admin.cookie } })
  expect(wrong.status).toBe(400)
})
