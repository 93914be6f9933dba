import { expect } from 'vitest'
import { beginImport, mapColumns } from '#features/people/import/operations.server.ts'
import { guessMapping } from '#features/people/import/fields.ts'
import { importJobs } from '#features/people/import/jobs.server.ts'
import { learnContact } from '#features/people/contacts/operations.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { actorFor } from '#test/makers/staff.ts'
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

test('of two officers who change how to reach a person the second sees both and saves knowingly', async ({
  port,
  site,
  callers,
}) => {
  const person = { givenName: 'Ira', familyName: 'Dev', category: 'regular', since: 1998 } as const
  const more = { memberNo: 'REACH-5', discipline: 'Physics', country: 'India', listed: false } as const
  const [id = ''] = await enrolPeople(site.db, [{ ...person, ...more }], autumn)
  const send = (phone: string, contactVersion: string) =>
    ask(port, `/editor/people/${id}?do=contact`, {
      ...{ method: 'POST', origin, cookie: callers.office.cookie, 'content-type': urlencoded },
      body: new URLSearchParams({ email: '', phone, postalAddress: '', contactVersion }).toString(),
    })
  const versionIn = (html: string) => /name="contactVersion" value="(\d+)"/.exec(html)?.[1] ?? ''
  expect((await send('+91 11 1111', '0')).status).toBe(302)

  // Wrong text is about the version that was on the page, too.
  expect(versionIn((await send('call me', '0')).text)).toBe('0')
  const refused = await send('+91 22 2222', '0')
  expect(refused.status).toBe(409)
  expect(wordsIn(refused.text)).toContain('Phone +91 22 2222 +91 11 1111')
  expect(refused.text).toMatch(/name="phone"[^>]* value="\+91 22 2222"/)
  expect(wordsIn(refused.text)).toContain('Save my version')
  expect((await findContact(site.db, id)).phone).toBe('+91 11 1111')

  expect((await send('+91 22 2222', versionIn(refused.text))).status).toBe(302)
  expect((await findContact(site.db, id)).phone).toBe('+91 22 2222')
})

test('only administrators and the office import how to reach people', async ({ port, site, callers }) => {
  const bytes = Buffer.from('No,Name,Year,Email\nREACH-2,Ila Bose,1998,ila@reach.example\n')
  const by = actorFor({ id: callers.editor.id, role: 'editor' })
  const started = await beginImport(site.db, by, { name: 'a.csv', bytes, sheet: '' }, autumn)
  if (!started.ok) throw new Error(started.sentence)
  const page = `/editor/people/import/${started.id}`
  const offered = async ({ cookie }: Caller) =>
    (await ask(port, page, { cookie })).text.includes('name="column-email"')
  expect([await offered(callers.editor), await offered(callers.office)]).toEqual([false, true])

  await mapColumns(site.db, by, started.id, guessMapping(['No', 'Name', 'Year', 'Email']), autumn)
  await runDueJobs(
    site.db,
    importJobs(site.db, () => autumn),
    () => autumn,
  )
  const start = ({ cookie }: Caller) =>
    ask(port, `${page}?do=start`, { method: 'POST', origin, cookie, 'content-type': urlencoded })
  const refused = await start(callers.editor)
  expect([refused.status, refused.text.includes('columns about contacts')]).toEqual([403, true])
  expect((await start(callers.office)).status).toBe(302)
})

test('only administrators and the office merge what changes how to reach a person', async ({
  port,
  site,
  callers,
}) => {
  const person = { givenName: 'Usha', familyName: 'Rane', category: 'regular', since: 1998 } as const
  const more = { institution: 'Reach Institute', discipline: 'Physics', country: 'India', listed: false }
  const [mainId = '', duplicateId = ''] = await enrolPeople(
    site.db,
    ['REACH-3', 'REACH-4'].map((memberNo) => ({ ...person, ...more, memberNo })),
    autumn,
  )
  await learnContact(site.db, duplicateId, { email: 'usha@reach.example', emailProvedAt: null }, autumn)
  const act = ({ cookie }: Caller, move: string, form: Record<string, string>) =>
    ask(port, `/editor/people/duplicates?do=${move}`, {
      ...{ method: 'POST', origin, cookie, 'content-type': urlencoded },
      body: new URLSearchParams(form).toString(),
    })

  const refused = await act(callers.editor, 'merge', { mainId, duplicateId })
  expect([refused.status, refused.text.includes('would take over contact details')]).toEqual([403, true])
  expect((await act(callers.office, 'merge', { mainId, duplicateId })).status).toBe(302)
  const { id: merge } = await site.db
    .selectFrom('person_merge')
    .select('id')
    .where('kept_id', '=', mainId)
    .executeTakeFirstOrThrow()
  expect((await act(callers.editor, 'undo', { merge })).status).toBe(403)
  expect((await act(callers.office, 'undo', { merge })).status).toBe(302)
})

const urlencoded = 'application/x-www-form-urlencoded'

const wordsIn = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
