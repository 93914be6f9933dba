import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { addPerson } from '#features/people/editing.server.ts'
import { makeCase } from '#test/makers/casework.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test, type Caller } from '#test/harness/visitors.ts'

/** An officer who types the number of somebody else reads both names, gives a reason, and so does the second officer. */

function post(port: number, { cookie }: Caller, path: string, form: Record<string, string>) {
  const body = new URLSearchParams(form).toString()
  const type = 'application/x-www-form-urlencoded'
  return ask(port, path, { method: 'POST', origin, 'content-type': type, cookie, body })
}

test('the number of another member is shown with both names before the admission is recorded', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const about = {
    category: 'life',
    since: 2001,
    discipline: 'Physics',
    country: 'India',
    listed: false,
  } as const
  for (const [memberNo, givenName, familyName] of [
    ['LM-701', 'Asha', 'Sample'],
    ['LM-710', 'Meera', 'Rao'],
  ] as const)
    await addPerson(site.db, system, { ...about, memberNo, givenName, familyName }, autumn)
  const made = { state: 'accepted', cycle: '2026', changes: { memberNo: 'LM-701' } }
  const reference = await makeCase(site.db, autumn, made)
  const decision = `/editor/cases/${reference}/decision?move=admit`
  const both = 'In the register, LM-710 belongs to Meera Rao. The nominee is Dr Asha Sample.'
  const clean = await ask(port, decision, { cookie: callers.admin.cookie })
  expect(clean.text).not.toContain('Known objections')

  const typed = { seen: '1', 'admit-fellowNo': 'F-710', 'admit-memberNo': 'LM-710' }
  const refused = await post(port, callers.admin, `${decision}&do=preview`, typed)
  expect(refused.status).toBe(400)
  for (const shown of [both, 'Why you are going ahead', 'value="LM-710"', 'value="F-710"'])
    expect(refused.text).toContain(shown)
  expect((await post(port, callers.admin, `${decision}&do=record`, typed)).status).toBe(400)

  const override = 'She married and has a new name.'
  const preview = await post(port, callers.admin, `${decision}&do=preview`, { ...typed, override })
  expect([preview.status, preview.text.includes(both), preview.text.includes(override)]).toEqual([
    200,
    true,
    true,
  ])
  const edited = await post(port, callers.admin, `${decision}&do=edit`, { ...typed, override })
  expect([edited.status, edited.text.includes(both)]).toEqual([200, true])
  expect((await post(port, callers.admin, `${decision}&do=record`, { ...typed, override })).status).toBe(302)
  const released = await ask(port, `/editor/cases/${reference}/decision`, { cookie: callers.office.cookie })
  expect([released.text.includes(both), released.text.includes(override)]).toEqual([true, true])
})
