import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { listOfficers, saveOfficers, shownHashOfOfficers } from '#features/certificates/officers.server.ts'
import { changePerson, movePeople } from '#features/people/editing.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { ask, withFlash } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test, type Caller } from '#test/harness/visitors.ts'

/** What the pages say about removals, and where their errors lead. */

const person: NewPerson = {
  ...{ memberNo: 'GONE-1', givenName: 'Tara', familyName: 'Nair', category: 'regular', since: 1998 },
  ...{ discipline: 'Physics', country: 'India', listed: false },
}

function post(port: number, { cookie }: Caller, path: string, form: Record<string, string>) {
  return ask(port, path, {
    ...{ method: 'POST', origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
}

test('a page says what became of a proposal, and errors lead to it', async ({ port, site, callers }) => {
  captureLog()
  const [one = '', two = ''] = await enrolPeople(site.db, [person, { ...person, memberNo: 'GONE-2' }], autumn)
  const removalReason = 'Entered twice by mistake.'
  const propose = async (id: string) => {
    const done = await post(port, callers.editor, `/editor/people/${id}?do=propose-removal`, {
      removalReason,
    })
    const cookie = withFlash(callers.editor.cookie, done.headers['set-cookie'])
    return (await ask(port, `/editor/people/${id}`, { cookie })).text
  }
  expect(await propose(one)).toContain('Removal proposed. A second person must approve it.')
  expect(await propose(one)).toContain('Nothing was proposed.')
  await changeSettings(site.db, system, { decisionsNeedRelease: false }, autumn)
  expect(await propose(two)).toContain('Removal proposed. We remove the person after the delay')

  const page = `/editor/people/${one}`
  const readShownVersion = async (cookie: string) =>
    /name="shownVersion" value="(\d+_\d+)"/.exec((await ask(port, page, { cookie })).text)?.[1] ?? ''
  const shownVersion = await readShownVersion(callers.office.cookie)
  await changePerson(site.db, system, one, 1, { ...person, city: 'Pune' }, autumn)
  const refused = await post(port, callers.office, `${page}?do=release-removal`, { shownVersion })
  expect(refused.status).toBe(409)
  expect((await post(port, callers.admin, `${page}?do=release-removal`, { shownVersion })).status).toBe(409)
  expect((await post(port, callers.admin, `${page}?do=release-removal`, {})).status).toBe(400)
  expect(refused.text).toContain('Someone has changed this entry since then.')
  expect(refused.text).toContain('href="#removal"')
  expect(refused.text).toContain('id="removal"')
})

test('the office approves several removals after reading why, and nobody approves their own', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  await changeSettings(site.db, system, { decisionsNeedRelease: true }, autumn)
  const people = ['GONE-3', 'GONE-4'].map((memberNo) => ({ ...person, memberNo, familyName: memberNo }))
  const [other = '', own = ''] = await enrolPeople(site.db, people, autumn)
  const propose = (caller: Caller, id: string) =>
    post(port, caller, `/editor/people/${id}?do=propose-removal`, { removalReason: `Twice: ${id}` })
  await propose(callers.editor, other)
  await propose(callers.office, own)
  const list = '/editor/people?state=removal&do=approve'
  const rows = { [`row-${other}`]: 'on', [`row-${own}`]: 'on' }

  expect((await post(port, callers.editor, list, rows)).status).toBe(403)
  const shown = await post(port, callers.office, list, rows)
  expect(shown.status).toBe(200)
  expect(shown.text).toContain(`Twice: ${other}`)
  expect(await findRecord(site.db, other)).toMatchObject({ binnedAt: null })
  const names = [...shown.text.matchAll(/name="(row-[\w-]+_\d+_\d+)"/g)].map(([, name = '']) => [name, 'on'])
  const readRows: Record<string, string> = Object.fromEntries(names)
  expect(Object.keys(readRows)).toHaveLength(2)
  const refused = await post(port, callers.office, list, { ...readRows, confirmed: 'yes' })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('We removed 1 of 2 people. Tara GONE-4: You proposed this removal.')
  expect((await findRecord(site.db, other))?.binnedAt).not.toBeNull()
  const unread = await post(port, callers.admin, list, { [`row-${own}`]: 'on', confirmed: 'yes' })
  expect(unread.status).toBe(409)
  const ownRow = Object.keys(readRows).find((name) => name.includes(own)) ?? ''
  const done = await post(port, callers.admin, list, { [ownRow]: 'on', confirmed: 'yes' })
  expect([done.status, done.headers['location']]).toEqual([302, '/editor/people?state=removal'])
})

test('restoring a person whom someone else has restored says that nothing was changed', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const [id = ''] = await enrolPeople(site.db, [{ ...person, memberNo: 'GONE-5' }], autumn)
  const restore = async () => {
    const done = await post(port, callers.office, `/editor/people/${id}?do=restore`, {})
    const cookie = withFlash(callers.office.cookie, done.headers['set-cookie'])
    return (await ask(port, `/editor/people/${id}`, { cookie })).text
  }
  await movePeople(site.db, system, 'bin', [id], autumn)
  expect(await restore()).toContain('Restored to the register.')
  const again = await restore()
  expect(again).toContain('Nothing was changed. Someone else has already restored this person.')
  expect(again).not.toContain('Restored to the register.')
  expect((await post(port, callers.office, '/editor/people/nobody?do=restore', {})).status).toBe(404)
})

test('an error about a signature is at the field of its officer only', async ({ port, site, callers }) => {
  captureLog()
  const named = {
    1: { name: 'First One', office: 'President' },
    2: { name: 'Second One', office: 'Secretary' },
  }
  const shownHash = shownHashOfOfficers(await listOfficers(site.db))
  await saveOfficers(site.db, system, { named, shownHash }, autumn)
  const body = '--x7\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--x7--\r\n'
  const refused = await ask(port, '/admin/settings/officers?do=signature-2', {
    ...{ method: 'POST', origin, cookie: callers.admin.cookie },
    ...{ 'content-type': 'multipart/form-data; boundary=x7', body },
  })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('href="#file2"')
  expect(refused.text).toMatch(
    /<input[^>]+id="file2"[^>]+aria-invalid="true"|<input[^>]+aria-invalid="true"[^>]+id="file2"/,
  )
  expect(refused.text.match(/aria-invalid="true"/g)).toHaveLength(1)
})
