import { expect } from 'vitest'
import { newId } from '#db/engine/id.ts'
import { addNote } from '#features/cases/operations.server.ts'
import { recordDecision } from '#features/casework/deciding/recording.server.ts'
import {
  bringLines,
  makeConfirmationRequest,
  makeCase,
  makePaying,
  readDecisionHash,
} from '#test/makers/casework.ts'
import { ask, withFlash } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { actorFor, listActions, otherPassword } from '#test/makers/staff.ts'
import { dumpState, dumpTables } from '#test/harness/databases/dump-tables.ts'
import { kinds, test, type Caller } from '#test/harness/visitors.ts'
import type { Site } from '#site.ts'

/** Cases over HTTP: hostile texts, other people's ids, and the forms of several moves on one page. */

const evil = [`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `=cmd|'/c calc'!A1`, `@SUM(1)`]

function post(port: number, { cookie }: Caller, path: string, form: Record<string, string>) {
  const body = new URLSearchParams(form).toString()
  const type = 'application/x-www-form-urlencoded'
  return ask(port, path, { method: 'POST', origin, 'content-type': type, cookie, body })
}

async function fileOf({ db }: Site, reference: string): Promise<string> {
  const { id } = await db
    .selectFrom('attachment')
    .innerJoin('dossier', 'dossier.id', 'attachment.dossier_id')
    .select('attachment.id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return id
}

function withPicture(site: Site, name: string) {
  const bytes = Buffer.from('<svg onload=alert(1)>')
  return {
    files: [{ question: 'photograph', name, mediaType: 'image/png', bytes, store: site.privateFiles }],
  }
}

test('whatever people send is shown literally, on the list, the page and the statement', async ({
  port,
  site,
  callers,
}) => {
  const { cookie } = callers.admin
  const staff = actorFor({ id: callers.office.id, role: 'editor' })
  for (const text of evil) {
    const changes = {
      firstName: text,
      statement: text,
      proposerName: text,
      oldQuestion: text,
      institution: text,
    }
    const made = { changes, cycle: '2026', ...withPicture(site, text) }
    const reference = await makeCase(site.db, autumn, made)
    await addNote(site.db, staff, reference, text, autumn)
    const statement = await bringLines(
      site.db,
      staff,
      [`2026-11-02,500,"${newId()}","${text.replaceAll('"', '""')}"`],
      autumn,
    )
    for (const path of [
      '/editor/cases',
      `/editor/cases?q=${encodeURIComponent(text)}`,
      `/editor/cases/${reference}`,
      `/editor/cases/${reference}/records`,
      `/editor/payments/${statement}`,
    ]) {
      const page = await ask(port, path, { cookie })
      expect(page.status, path).toBe(200)
      expect(page.text).not.toMatch(/<script>alert|<img src=x/)
      const escaped = text
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#x27;')
      expect(page.text.includes(escaped), `${path} ${text}`).toBe(true)
    }
  }
})

test('a whole case is printed without scripts, and saved as a PDF, by those who may read it', async ({
  port,
  site,
  callers,
}) => {
  const changes = { statement: 'A statement for paper.' }
  const reference = await makeCase(site.db, autumn, {
    changes,
    cycle: '2026',
    ...withPicture(site, 'me.png'),
  })
  const { cookie } = callers.office
  const before = await ask(port, `/editor/cases/${reference}/print`, { cookie })
  expect(before.text).not.toContain('A statement for paper.')
  const page = await post(port, callers.office, `/editor/cases/${reference}/print`, {})
  expect(page.status).toBe(200)
  for (const words of ['A statement for paper.', 'me.png', 'History']) expect(page.text).toContain(words)
  expect(page.text).not.toMatch(/<script[^>]+src="(?!\/assets\/page-script-)|type="module"/)

  const pdf = await post(port, callers.office, `/editor/cases/${reference}/export`, {})
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.headers['content-disposition']).toContain(`filename="${reference}-export.pdf"`)
  expect(pdf.text.startsWith('%PDF-')).toBe(true)

  for (const path of ['print', 'export'])
    expect((await post(port, callers.office, `/editor/cases/FN-2026-9999/${path}`, {})).status).toBe(404)
  const exported = (await listActions(site.db)).filter((action) => action === 'case.exported')
  expect(exported).toHaveLength(2)
})

test('a second officer reads all chosen decisions on one page and releases them', async ({
  port,
  site,
  callers,
}) => {
  const admin = actorFor({ id: callers.admin.id, role: 'admin' })
  const references: string[] = []
  for (let at = 0; at < 2; at++) {
    const reference = await makeCase(site.db, autumn, { state: 'recommended', cycle: '2026' })
    const typed = { meeting: 'Council', electedOn: '2026-10-02', citation: 'For light.' }
    const deciding = { reference, move: 'elect', typed, override: 'The council knows.' }
    expect(await recordDecision(site.db, admin, origin, deciding, autumn)).toMatchObject({ ok: true })
    references.push(reference)
  }
  const path = '/editor/cases?release=waiting&do=release'
  const rows = Object.fromEntries(references.map((reference) => [`row-${reference}_1`, 'on']))

  const own = await post(port, callers.admin, path, rows)
  expect(own.text).toContain('You recorded this decision.')
  const preview = await post(port, callers.office, path, rows)
  expect(preview.status).toBe(200)
  for (const reference of references)
    expect(preview.text).toContain(`whose nomination ${reference} you supported`)
  for (const words of ['The seconder has not confirmed the nomination.', 'The council knows.'])
    expect(preview.text).toContain(words)
  const marks = [...preview.text.matchAll(/name="(row-[\w-]+_[0-9a-f]{40})"/g)].map(([, name = '']) => name)
  expect(marks).toHaveLength(2)
  const form = { ...Object.fromEntries(marks.map((name) => [name, 'on'])), confirmed: 'yes' }
  expect((await post(port, callers.office, path, form)).status).toBe(302)
  expect((await post(port, callers.office, path, form)).text).toContain('No decision about this case')
})

test('what someone enters at sign-up, and the browser’s user agent, are shown literally too', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const alive = /<script>alert|<img src=x|<b>|" onmouseover=/
  for (const [at, text] of [...evil, `x" onmouseover="alert(1)`, '<b>bold</b>'].entries()) {
    const email = `evil-${at}@example.org`
    const form = { name: text, email, phone: '+91 532 246 0000', password: otherPassword, role: 'admin' }
    const signedUp = await ask(port, '/admin/admin-editor-login?do=sign-up', {
      ...{ method: 'POST', origin, 'content-type': 'application/x-www-form-urlencoded', 'user-agent': text },
      body: new URLSearchParams(form).toString(),
    })
    expect(signedUp.status, text).toBe(302)
    const own = signedUp.headers['set-cookie']?.map((line) => line.split(';')[0]).join('; ') ?? ''
    const { id } = await site.db
      .selectFrom('staff_user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    for (const [path, cookie] of [
      ['/admin/staff', callers.admin.cookie],
      [`/admin/staff/${id}`, callers.admin.cookie],
      ['/admin/audit', callers.admin.cookie],
      ['/admin/mail', callers.admin.cookie],
      ['/account/sessions', own],
      ['/account/profile', own],
    ] as const) {
      const page = await ask(port, path, { cookie })
      expect(page.status, `${path} ${text}`).toBe(200)
      const main = page.text.slice(page.text.indexOf('<main'), page.text.indexOf('</main>'))
      expect(main, `${path} ${text}`).not.toMatch(alive)
      expect(page.text, `${path} ${text}`).not.toMatch(/<script>alert|<img src=x|<b>bold/)
    }
  }
  const csv = await post(port, callers.admin, '/admin/staff/export', { format: 'csv', reason: 'Council.' })
  expect(csv.text).toContain('alert(1)')
  for (const line of csv.text.split('\n')) expect(line).not.toMatch(/(^|,|")[=+@\t-]/)
})

test('statistics are exported as a file without formulas, for a reason, by administrators', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  await makeCase(site.db, autumn, { cycle: '2026', changes: { discipline: '=1+1' } })
  const path = '/editor/cases/statistics/export?process=fellow&cycle=2026'
  const form = { format: 'csv', reason: 'For the council.' }
  const answer = await post(port, callers.admin, path, form)

  expect(answer.status).toBe(200)
  expect(answer.headers['content-disposition']).toBe(
    'attachment; filename="statistics-fellow-2026-2026-11-15.csv"',
  )
  for (const line of answer.text.split('\r\n')) expect(line).not.toMatch(/(^|,|")[=+@\t]/)
  expect(answer.text).toContain("'=1+1")
  expect((await post(port, callers.office, path, form)).status).toBe(403)
  expect((await post(port, callers.admin, path, { ...form, reason: '' })).status).toBe(400)
  expect((await post(port, callers.admin, '/editor/cases/statistics/export', form)).status).toBe(400)
})

test('a file is sent inert, with one entry for each look', async ({ port, site, callers }) => {
  const reference = await makeCase(site.db, autumn, withPicture(site, 'ph"o\r\nto.png'))
  const path = `/editor/cases/${reference}/files/${await fileOf(site, reference)}`
  const before = (await listActions(site.db)).length
  const [saved, shown] = [
    await ask(port, path, { cookie: callers.office.cookie }),
    await ask(port, `${path}?show`, { cookie: callers.office.cookie }),
  ]

  expect(saved.text).toBe('<svg onload=alert(1)>')
  expect(saved.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': expect.stringMatching(/^attachment; filename="ph_o__to\.png"/),
    'content-security-policy': `default-src 'none'; sandbox`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  expect(shown.headers).toMatchObject({ 'content-disposition': 'inline', 'content-type': 'image/png' })
  expect(shown.headers['content-security-policy']).toBe(`default-src 'none'; sandbox`)
  expect((await listActions(site.db)).slice(before)).toEqual(['case-file.read', 'case-file.read'])
})

test('what does not exist, or belongs to another case, is not found and was not read', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const [one, two] = [
    await makeCase(site.db, autumn, withPicture(site, 'a.png')),
    await makeCase(site.db, autumn, withPicture(site, 'b.png')),
  ]
  const file = await fileOf(site, one)
  const before = await dumpTables(site.db)
  for (const path of [
    ...[newId(), 'x', 'FN-2026-9999', '__proto__', '%27'].map((name) => `/editor/cases/${name}`),
    ...[`${two}/files/${file}`, `${one}/files/${newId()}`, `${one}/files/..`, `x/files/${file}`].map(
      (name) => `/editor/cases/${name}`,
    ),
    ...[newId(), 'x'].map((name) => `/editor/payments/${name}`),
  ])
    expect((await ask(port, path, { cookie: callers.admin.cookie })).status, path).toBe(404)
  for (const path of ['/editor/cases/FN-2026-9999?do=note', '/editor/cases/x?do=move-refer'])
    expect((await post(port, callers.admin, path, { note: 'x' })).status, path).toBe(404)

  expect(await dumpTables(site.db)).toEqual(before)
})

test('nobody who may not see a case or a file learns whether it exists', async ({ port, site, callers }) => {
  captureLog()
  const reference = await makeCase(site.db, autumn, withPicture(site, 'a.png'))
  const file = await fileOf(site, reference)
  for (const kind of kinds.filter((kind) => kind !== 'admin' && kind !== 'office'))
    for (const [real, absent] of [
      [`/editor/cases/${reference}`, '/editor/cases/FN-2026-9999'],
      [`/editor/cases/${reference}/files/${file}`, `/editor/cases/FN-2026-9999/files/${newId()}`],
    ] as const) {
      const headers = callers[kind].cookie ? { cookie: callers[kind].cookie } : {}
      const [there, notThere] = [await ask(port, real, headers), await ask(port, absent, headers)]
      const plain = (text: string, path: string) =>
        text
          .replaceAll(path, '')
          .replaceAll(encodeURIComponent(path), '')
          .replaceAll(/nonce="[^"]*"/g, '')
      expect([there.status, plain(there.text, real)], `${kind} ${real}`).toEqual([
        notThere.status,
        plain(notThere.text, absent),
      ])
    }
})

test('a move keeps what was typed and says what needs correcting; of two who saw the same, the second gets an error', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const reference = await makeCase(site.db, autumn, { state: 'complete' })
  const path = `/editor/cases/${reference}`
  const faulty = { seen: '1', 'return-reason': 'Please add the list & dates.', 'return-due': '2026-11-14' }
  const refused = await post(port, callers.office, `${path}?do=move-return`, faulty)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Answer due by: enter a date after today.')
  expect(refused.text).toContain('Please add the list &amp; dates.')

  const right = { ...faulty, 'return-due': '2026-12-14' }
  expect((await post(port, callers.office, `${path}?do=move-return`, right)).status).toBe(302)
  const late = await post(port, callers.admin, `${path}?do=move-refer`, { seen: '1', 'refer-section': 'x' })
  expect([late.status, late.text.includes('Someone else changed this case')]).toEqual([409, true])
  expect((await post(port, callers.office, `${path}?do=hold`, { reason: 'Why not' })).status).toBe(403)
  expect((await post(port, callers.office, `${path}?do=note`, { note: ' ' })).status).toBe(400)
  expect((await post(port, callers.office, `${path}?do=assign`, { staff: newId() })).status).toBe(409)
  const page = await ask(port, `${path}/records`, { cookie: callers.office.cookie })
  expect(page.text).toContain('Please add the list &amp; dates.')
})

test('several cases are moved by one form, and the page says why any of them stayed', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const [good, gone] = [
    await makeCase(site.db, autumn, { state: 'complete' }),
    await makeCase(site.db, autumn, { state: 'complete' }),
  ]
  const rows = { [`row-${good}_1`]: 'on', [`row-${gone}_7`]: 'on' }
  const path = '/editor/cases?state=complete&do=move-refer'
  const before = await dumpState(site.db)
  const requested = await post(port, callers.office, path, rows)
  expect([requested.status, requested.text.includes('Section or committee')]).toEqual([200, true])
  expect(requested.text).toContain(`name="row-${good}_1"`)
  const faulty = await post(port, callers.office, path, {
    ...rows,
    'refer-section': '',
    'refer-referees': 'R',
  })
  expect([faulty.status, faulty.text.includes('Section or committee: this field is required.')]).toEqual([
    400,
    true,
  ])
  expect((await post(port, callers.office, path, {})).status).toBe(400)
  expect((await post(port, callers.office, '/editor/cases?do=move-elect', rows)).status).toBe(400)
  const given = { ...rows, 'refer-section': 'Physics' }
  const preview = await post(port, callers.office, path, given)
  expect(preview.status).toBe(200)
  expect(preview.text).toContain('no emails will be sent.')
  expect(preview.text).toContain('Someone else changed this case since you opened it.')
  expect(await dumpState(site.db)).toEqual(before)

  const moved = await post(port, callers.office, path, { ...given, confirmed: 'yes' })
  expect(moved.status).toBe(409)
  expect(moved.text).toContain('1 changed, 1 not changed')
  expect(moved.text).toContain('Someone else changed this case since you opened it.')
})

test('odd addresses of lists are answered or named', async ({ port, callers }) => {
  captureLog()
  const names = [
    'q',
    'process',
    'state',
    'waits',
    'assigned',
    'cycle',
    'discipline',
    'sort',
    'dir',
    'page',
    'done',
    'x',
  ]
  for (const name of names)
    for (const value of [`' or '1'='1`, '%', '__proto__', 'x'.repeat(81), '\u0000', '2026'])
      for (const path of ['/editor/cases', '/editor/cases/statistics']) {
        const { status } = await ask(port, `${path}?${new URLSearchParams({ [name]: value })}`, {
          cookie: callers.office.cookie,
        })
        expect([200, 400], `${path} ${name}=${value}`).toContain(status)
      }
})

test('a statement is processed over HTTP', async ({ port, site, callers }) => {
  const payNumber = `UTR${newId().replaceAll('-', '').slice(14)}`
  const reference = await makePaying(site.db, autumn, { payNumber })
  const form = new FormData()
  const csv = `About the account,x\nDate,Credit,UTR,Narration\n02/11/2026,500.00,${payNumber},ASHA\n`
  form.set('file', new File([csv], '<b>s</b>.csv'))
  const sent = new Response(form)
  const started = await ask(port, '/editor/payments', {
    method: 'POST',
    origin,
    'content-type': sent.headers.get('content-type') ?? '',
    cookie: callers.office.cookie,
    body: await sent.text(),
  })
  const own = started.headers.location ?? ''
  expect(own).toMatch(/^\/editor\/payments\/[\w-]{36}$/)
  const columns = await ask(port, own, { cookie: callers.office.cookie })
  expect(columns.text).toContain('Match the columns')
  expect(columns.text).toContain('&lt;b&gt;s&lt;/b&gt;.csv')
  const mapping = { 'column-day': '0', 'column-amount': '1', 'column-number': '2', 'column-payer': '3' }
  const twice = { ...mapping, 'column-payer': '2' }
  captureLog()
  expect((await post(port, callers.office, `${own}?do=map`, twice)).status).toBe(400)
  expect((await post(port, callers.office, `${own}?do=map`, mapping)).status).toBe(302)
  const lines = await ask(port, own, { cookie: callers.office.cookie })
  expect(lines.text).toContain('Confirm the definite match')
  expect(lines.text).toContain(reference)
  const done = await post(port, callers.office, `${own}?do=confirm-certain`, {})
  expect(done.headers.location).toBe(own)
  const cookie = withFlash(callers.office.cookie, done.headers['set-cookie'])
  expect((await ask(port, own, { cookie })).text).toContain('1 line matched.')
  expect((await post(port, callers.office, `${own}?do=undo`, {})).status).toBe(409)
  expect((await post(port, callers.office, `${own}?do=explode`, {})).status).toBe(400)
})

test('a new link is sent from the page of the case, once in ten minutes', async ({ port, site, callers }) => {
  const { reference, question } = await makeConfirmationRequest(site.db, autumn)
  const path = `/editor/cases/${reference}/records`
  const before = await ask(port, path, { cookie: callers.office.cookie })
  expect(before.text).toContain('aria-label="Send a new link: Nominee’s consent"')

  const sent = await post(port, callers.office, `${path}?do=send-link`, { question })
  expect([sent.status, sent.headers.location]).toEqual([302, path])
  const cookie = withFlash(callers.office.cookie, sent.headers['set-cookie'])
  const after = await ask(port, path, { cookie })
  expect(after.text).toContain('The old one no longer works.')
  expect(after.text).toContain('You can send a new link ten minutes after that.')
  expect(after.text).not.toContain('aria-label="Send a new link')

  const again = await post(port, callers.office, `${path}?do=send-link`, { question })
  expect(again.status).toBe(409)
  expect(again.text).toContain('We sent a link less than ten minutes ago.')
})

test('spam is closed on its page or in the list, emails nobody, and can be restored', async ({
  port,
  site,
  callers,
}) => {
  const [one, two, three] = [
    await makeCase(site.db, autumn, { cycle: '2026' }),
    await makeCase(site.db, autumn, { cycle: '2026' }),
    await makeCase(site.db, autumn, { cycle: '2026' }),
  ]
  const letters = () => site.db.selectFrom('mail').select('id').execute()
  const before = (await letters()).length
  const page = (reference: string) =>
    ask(port, `/editor/cases/${reference}`, { cookie: callers.office.cookie })
  expect((await page(one)).text).toContain('Close as spam')

  const closed = await post(port, callers.office, `/editor/cases/${one}?do=move-close-as-spam`, { seen: '1' })
  expect(closed.status).toBe(302)
  const many = { [`row-${two}_1`]: 'on', [`row-${three}_1`]: 'on' }
  const list = await post(port, callers.office, '/editor/cases?state=submitted&do=move-close-as-spam', {
    ...many,
    confirmed: 'yes',
  })
  expect(list.headers['location']).toBe('/editor/cases?state=submitted')
  const cookie = withFlash(callers.office.cookie, list.headers['set-cookie'])
  const shownOnce = await ask(port, '/editor/cases?state=submitted', { cookie })
  expect(shownOnce.text).toContain('2 cases changed.')
  for (const reference of [one, two, three])
    expect((await page(reference)).text).toContain('Closed as spam (shown to applicants as: Closed)')
  expect(await letters()).toHaveLength(before)
  const restored = await post(port, callers.office, `/editor/cases/${one}?do=move-restore`, { seen: '2' })
  expect(restored.status).toBe(302)
  expect((await page(one)).text).toContain('Confirmations pending')
  const trail = await ask(port, `/admin/audit?action=case.moved`, { cookie: callers.admin.cookie })
  expect(trail.text).toMatch(/closed .*as spam/)
  expect(trail.text).toMatch(/restored .*which had been closed as spam/)
})

test('a refusal is previewed, recorded by one officer and released by another', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const reference = await makeCase(site.db, autumn, { state: 'ineligible_proposed', cycle: '2026' })
  const path = `/editor/cases/${reference}`
  const of = (caller: Caller, at = path) => ask(port, at, { cookie: caller.cookie })
  const letters = () => site.db.selectFrom('mail').select('id').execute()
  const before = (await letters()).length
  expect((await of(callers.admin)).text).toContain(`${path}/decision?move=confirm-ineligible`)
  const direct = await post(port, callers.admin, `${path}?do=move-confirm-ineligible`, { seen: '1' })
  expect([direct.status, direct.text.includes('A second person has to release')]).toEqual([409, true])

  const decision = `${path}/decision?move=confirm-ineligible`
  const preview = await post(port, callers.admin, `${decision}&do=preview`, { seen: '1' })
  expect(preview.status).toBe(200)
  expect(preview.text).toContain('ben@example.org')
  expect(preview.text).toContain('does not meet the rules')
  expect(await letters()).toHaveLength(before)
  const edited = await post(port, callers.admin, `${decision}&do=edit`, { seen: '1' })
  expect([edited.status, edited.text.includes('Preview the emails')]).toEqual([200, true])
  const recorded = await post(port, callers.admin, `${decision}&do=record`, { seen: '1' })
  expect([recorded.status, recorded.headers.location]).toEqual([302, path])
  expect((await of(callers.office, '/editor/cases?release=waiting')).text).toContain(reference)
  const shownHash = await readDecisionHash(site.db, reference)
  const own = await post(port, callers.admin, `${path}/decision?do=release`, { shownHash })
  expect([
    own.status,
    own.text.includes('Another administrator or member of the office has to release it.'),
  ]).toEqual([409, true])
  expect(await letters()).toHaveLength(before)

  expect((await of(callers.office, `${path}/decision`)).text).toContain(
    `name="shownHash" value="${shownHash}"`,
  )
  expect((await post(port, callers.office, `${path}/decision?do=release`, {})).status).toBe(400)
  expect((await post(port, callers.office, `${path}/decision?do=release`, { shownHash })).status).toBe(302)
  expect(await letters()).toHaveLength(before + 1)
  expect((await of(callers.office)).text).toContain('Not eligible (shown to applicants as: Closed)')
})
