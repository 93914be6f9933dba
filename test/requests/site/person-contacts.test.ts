import { expect } from 'vitest'
import { enrolPeople } from '#features/people/operations.server.ts'
import { ask } from '#test/harness/http.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test, type Caller } from '#test/harness/visitors.ts'

test('only administrators and the office see and change how to reach a person', async ({
  port,
  site,
  callers,
}) => {
  const person = { givenName: 'Tara', familyName: 'Nair', category: 'regular', since: 1998 } as const
  const more = { memberNo: 'REACH-1', discipline: 'Physics', country: 'India', listed: false } as const
  const [id = ''] = await enrolPeople(site.db, [{ ...person, ...more }], autumn)
  const form = { email: 'tara@reach.example', phone: '+91 11 2222 3333', postalAddress: 'Reach Street 1' }
  const change = ({ cookie }: Caller) =>
    ask(port, `/editor/people/${id}?do=contact`, {
      ...{ method: 'POST', origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...form, contactVersion: '0' }).toString(),
    })
  const sees = async ({ cookie }: Caller) =>
    (await ask(port, `/editor/people/${id}`, { cookie })).text.includes('tara@reach.example')

  expect((await change(callers.editor)).status).toBe(403)
  expect((await change(callers.office)).status).toBe(302)
  expect(await sees(callers.editor)).toBe(false)
  expect(await sees(callers.office)).toBe(true)
  expect(await sees(callers.admin)).toBe(true)
})
