import { expect } from 'vitest'
import type { CaseTypeName } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { caseTypeOf, caseTypes } from '#features/casework/case-types.ts'
import { openSampleCall } from '#test/makers/award-calls.ts'
import { rightAnswers } from '#test/makers/cases.ts'
import { fillInForm, partsFor, rightFile, startInFull } from '#test/harness/form-pages.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, test } from '#test/harness/site.ts'
import { openLetters } from '#test/makers/letters.ts'

/** The forms as someone without scripts fills them in. */

const membership = '/membership/form'
const fellow = '/fellowship/fellow-nomination-form'

test.for(['fellow', 'associate-fellow', 'membership'] as const)(
  'the form “%s” is filled in part by part, checked, submitted and confirmed',
  async (name, { site }) => {
    captureLog()
    const browser = openPlainBrowser(site)
    const { href, title, series } = caseTypes[name]
    const mail = `${name}-whole@example.org`
    const who = name === 'membership' ? { email: mail } : { proposerEmail: mail, email: `n-${mail}` }
    const list = await fillInForm(browser, site, name, who)
    expect(list.path).toBe(`${href}/tasks`)
    expect(list.text).toMatch(/(\d) of \1 parts complete/)
    expect(list.text).not.toMatch(/Not started|In progress/)

    const check = await browser.open(`${href}/check`)
    expect(check.text).toContain('Check your answers')
    expect(check.text).toContain('1 March 1950')
    expect(check.text).toContain('You declare:')
    const sent = await browser.post(`${href}/check`, {})
    expect(sent.path).toBe(`${href}/sent`)
    const reference = new RegExp(`${series}-2026-\\d{4}`).exec(sent.text)?.[0] ?? 'none'
    expect(sent.text).toContain(`Your reference is ${reference}`)
    expect(sent.text).toContain(mail)
    expect(sent.text).toContain(name === 'membership' ? '29 November 2026' : '15 December 2026')
    expect(sent.headers.get('cache-control')).toBe('no-store')
    const row = await site.db
      .selectFrom('dossier')
      .select('process')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    expect(row.process).toBe(name)

    const copy = await browser.open(`${href}/copy`)
    expect(copy.bytes.toString('latin1', 0, 5)).toBe('%PDF-')
    expect(copy.headers.get('content-disposition')).toBe(`inline; filename="${reference}.pdf"`)
    expect(copy.headers.get('cache-control')).toBe('no-store')
    expect(title).not.toBe('')
    expect((await browser.open(`${href}/tasks`)).text).toContain(`Its reference is ${reference}`)
  },
)

test('submitting twice makes one case, one after the other and in parallel', async ({ site }) => {
  const browser = openPlainBrowser(site)
  await fillInForm(browser, site, 'membership', { email: 'twice@example.org' })
  const [one, other] = await Promise.all([
    browser.post(`${membership}/check`, {}),
    browser.post(`${membership}/check`, {}),
  ])
  const again = await browser.post(`${membership}/check`, {})

  const referenceOf = (text: string) => /MA-2026-\d{4}/.exec(text)?.[0]
  expect(referenceOf(one.text)).toBeDefined()
  expect([referenceOf(other.text), referenceOf(again.text)]).toEqual([
    referenceOf(one.text),
    referenceOf(one.text),
  ])
  const rows = site.db.selectFrom('dossier').select('id').where('sender_email', '=', 'twice@example.org')
  expect(await rows.execute()).toHaveLength(1)
})

test('starting again continues the started form', async ({ site }) => {
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  const before = browser.cookie()
  await browser.post(`${membership}/membership`, { category: 'life', go: 'list' })
  const list = await browser.post(membership, {})

  expect(browser.cookie()).toBe(before)
  expect(list.text).toMatch(/Membership\s+In progress/)
})

test('a part that is left unfinished says in the list which answers are missing', async ({ site }) => {
  const browser = openPlainBrowser(site)
  await browser.post(fellow, {})
  const list = await browser.post(`${fellow}/nominee`, { lastName: 'Raman', go: 'list' })
  expect(list.path).toBe(`${fellow}/tasks`)
  expect(list.html).toContain(`href="${fellow}/nominee#firstName"`)
  expect(list.html).not.toContain(`href="${fellow}/nominee#lastName"`)
})

test('errors are shown beside the fields and at the top, and every answer is kept', async ({ site }) => {
  captureLog()
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  const fields = { category: 'life', reason: 'new', band: 'india' }
  await browser.post(`${membership}/membership`, { ...fields, go: 'on' })
  const wrong = await browser.post(`${membership}/you`, {
    title: 'dr',
    firstName: 'Āśā <b>“Null”</b>',
    lastName: 'O’Brien',
    birthDay: '31 February 1950',
    email: 'not an address',
    officeAddress: '1 Sample Road,\nSampleton',
    go: 'on',
  })

  expect(wrong.status).toBe(400)
  expect(wrong.title).toMatch(/^Error: About you/)
  expect(wrong.html).toMatch(/<a href="#birthDay">Date of birth: enter a real date/)
  expect(wrong.html).toMatch(/id="birthDay-error"/)
  expect(wrong.html).toContain('value="31 February 1950"')
  expect(wrong.html).toContain('value="not an address"')
  const again = await browser.open(`${membership}/you`)
  expect(again.status).toBe(200)
  expect(again.html).toContain('value="Āśā &lt;b&gt;“Null”&lt;/b&gt;"')
  expect(again.html).toContain('1 Sample Road,\nSampleton')
  expect(again.html).toContain('value="31 February 1950"')
  expect(again.title).not.toMatch(/^Error/)
  const check = await browser.open(`${membership}/check`)
  expect(check.html).toContain(`href="${membership}/you#email"`)
  const refused = await browser.post(`${membership}/check`, {})
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Some answers are missing or need correcting')
})

test('rows are added and removed by buttons, and a page has as many as requested', async ({ site }) => {
  captureLog()
  const browser = openPlainBrowser(site)
  await startInFull(browser, fellow)
  const degree = (at: number, year: string) => ({
    [`degrees-${at}-degree`]: 'MSc',
    [`degrees-${at}-subject`]: `Physics ${at}`,
    [`degrees-${at}-university`]: 'Sample University',
    [`degrees-${at}-year`]: year,
  })
  const added = await browser.post(`${fellow}/career`, { ...degree(0, '1970'), add: 'degrees' })
  expect(added.path).toBe(`${fellow}/career?shown=degrees-2`)
  expect(added.html).toContain('name="degrees-1-year"')
  const two = { ...degree(0, '1970'), ...degree(1, '1975') }
  const removed = await browser.post(`${fellow}/career`, { ...two, remove: 'degrees-0' })

  expect(removed.html).toContain('value="Physics 1"')
  expect(removed.html).not.toContain('value="Physics 0"')
  expect(removed.html).not.toContain('name="degrees-1-year"')
})

test('a question that depends on an answer of its own page is asked in a second step', async ({ site }) => {
  captureLog()
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  const fields = { category: 'life', reason: 'renewal', band: 'india', go: 'on' }
  const first = await browser.open(`${membership}/membership`)
  expect(first.html).toMatch(/<fieldset hidden="" disabled="">.*name="memberNo"/s)
  const more = await browser.post(`${membership}/membership`, fields)

  expect(more.status).toBe(200)
  expect(more.path).toBe(`${membership}/membership?more`)
  expect(more.text).toContain('One of your answers adds more questions')
  const wrong = await browser.post(`${membership}/membership`, { ...fields, memberNo: '' })
  expect(wrong.status).toBe(400)
  const next = await browser.post(`${membership}/membership`, { ...fields, memberNo: 'LM-7' })
  expect(next.path).toBe(`${membership}/you`)
  await browser.post(`${membership}/membership`, { ...fields, reason: 'new', go: 'list' })
  const again = await browser.post(`${membership}/membership`, fields)

  expect(again.path).toBe(`${membership}/membership?more`)
  expect(again.html, 'kept for who changes their mind').toContain('value="LM-7"')
})

test('a part that depends on an answer appears and disappears with it', async ({ site }) => {
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  const send = (category: string) =>
    browser.post(`${membership}/membership`, { category, reason: 'new', band: 'other', go: 'list' })
  const institution = await send('institutional')
  const person = await send('life')

  expect(institution.text).toContain('The institution')
  expect(institution.text).not.toContain('Education and field')
  expect(person.text).toContain('Education and field')
  expect(person.text).not.toContain('The institution')
})

test.for([
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['a[b][c]', 'x'],
  ['state', 'elected'],
  ['category-regular', 'yes'],
  ['degrees-0-year', '1990'],
  ['go', 'away'],
  ['drop', '../x'],
  ['remove', 'category'],
] as const)('an unknown field “%s” makes a part be refused unsaved', async ([field, value], { site }) => {
  captureLog()
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  const body = new URLSearchParams([
    ['category', 'life'],
    [field, value],
  ])
  const refused = await browser.post(`${membership}/membership`, Object.fromEntries(body))

  expect(refused.status).toBe(400)
  expect(refused.html, 'what was typed is there').toMatch(
    /value="life"[^>]*checked=""|checked=""[^>]*value="life"/,
  )
  expect((await browser.open(`${membership}/tasks`)).text).toMatch(/Membership\s+Not started/)
})

test('a form that is gone or was submitted meanwhile shows what was typed, for copying', async ({ site }) => {
  captureLog()
  const browser = openPlainBrowser(site)
  const never = await browser.post(`${membership}/you`, { firstName: 'Precious words', go: 'on' })
  expect(never.status).toBe(404)
  expect(never.text).toContain('Precious words')

  await fillInForm(browser, site, 'membership', { email: 'meanwhile@example.org' })
  await browser.post(`${membership}/check`, {})
  const late = await browser.post(`${membership}/you`, { firstName: 'Late words', go: 'on' })
  expect(late.status).toBe(409)
  expect(late.text).toContain('Late words')
})

test('a list of parts that was opened before the update still discards the form', async ({ site }) => {
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  const before = await countDrafts(site.db)
  expect((await browser.post(`${membership}/tasks?do=throw-away`, {})).path).toBe(membership)
  expect(await countDrafts(site.db)).toBe(before - 1)
})

test('discarding names what is lost and leaves nothing', async ({ site }) => {
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  const [, ...parts] = await partsFor(site, 'membership')
  const you = parts.find(({ name }) => name === 'you')
  await browser.post(`${membership}/membership`, {
    category: 'life',
    reason: 'new',
    band: 'india',
    go: 'list',
  })
  const files = await Promise.all((you?.files ?? []).map(rightFile))
  await browser.post(`${membership}/you`, { ...you?.fields, go: 'list' }, files)
  const list = await browser.open(`${membership}/tasks`)
  expect(list.text).toContain('this file: photograph.jpg')
  const before = await countDrafts(site.db)
  const discarded = await browser.post(`${membership}/tasks?do=discard`, {})

  expect(discarded.path).toBe(membership)
  expect(await countDrafts(site.db)).toBe(before - 1)
  expect(browser.cookie()).toBe('')
  expect((await browser.open(`${membership}/tasks`)).text).toContain('You have not started this form')
})

async function countDrafts(db: Parameters<typeof changeSettings>[0]) {
  return (await db.selectFrom('form_draft').select('id').execute()).length
}

test('a link that was mailed opens the form elsewhere, by its button only', async ({ site }) => {
  captureLog()
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  await browser.post(`${membership}/membership`, { category: 'student', go: 'list' })
  const wrong = await browser.post(`${membership}/tasks`, { email: 'a@b@c' })
  expect(wrong.status).toBe(400)
  expect(wrong.html).toContain('value="a@b@c"')
  const mailed = await browser.post(`${membership}/tasks`, { email: 'later@example.org' })
  expect(mailed.text).toContain('We have emailed you the link')
  const letters = await openLetters(site.db)
  const { body_text } = letters.find(({ recipient }) => recipient === 'later@example.org')!
  const link = /(\/membership\/form\/resume\?token=[\w-]{43})/.exec(body_text)?.[1] ?? ''
  expect(body_text).toContain('14 January 2027')

  const other = openPlainBrowser(site)
  const shown = await other.open(link)
  expect(shown.html).toContain('>Continue</button>')
  expect(other.cookie()).toBe('')
  const token = link.split('=')[1] ?? ''
  const list = await other.post(`${membership}/resume`, { token })
  expect(list.path).toBe(`${membership}/tasks`)
  expect((await other.open(`${membership}/membership`)).html).toMatch(
    /checked="" value="student"|value="student" checked=""/,
  )
  expect((await other.post(`${membership}/resume`, { token: 'a'.repeat(43) })).status).toBe(410)
  expect((await other.open(`${fellow}/resume?token=${token}`)).text, 'of another form').toContain(
    'This link no longer works',
  )
})

test('one address gets three letters a day, however often they are requested', async ({ site }) => {
  captureLog()
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  const statuses: number[] = []
  for (let at = 0; at < 5; at++)
    statuses.push((await browser.post(`${membership}/tasks`, { email: 'Victim@example.org' })).status)

  expect(statuses).toEqual([200, 200, 200, 429, 429])
  const letters = site.db.selectFrom('mail').select('id').where('recipient', 'like', '%ictim@example.org')
  expect(await letters.execute()).toHaveLength(3)
})

test('forty people behind one address start a form and save a part of it', async ({ site }) => {
  const sent = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const browser = openPlainBrowser(site)
      await browser.post(membership, {})
      const page = await browser.post(`${membership}/membership`, { category: 'life', go: 'list' })
      return `${page.status} ${at}`
    }),
  )
  expect(sent.filter((one) => !one.startsWith('200'))).toEqual([])
})

test('every sender of an application reads the same, whatever others have sent before', async ({ site }) => {
  const fee = { fee_life_india: 'INR 500', bankDetails: 'Sample account' }
  await changeSettings(site.db, system, fee, autumn)
  const paid = { payMode: 'neft', payDay: '2026-11-01', payBank: 'Sample Bank', payAmount: '500' }
  const send = async (email: string, payNumber: string) => {
    const browser = openPlainBrowser(site)
    await fillInForm(browser, site, 'membership', { ...paid, email, payNumber })
    expect((await browser.open(`${membership}/payment`)).text).toContain(
      'Fee: ₹ 500 How to pay: Sample account',
    )
    expect((await browser.open(`${membership}/check`)).text).toContain('Fee: ₹ 500')
    const { status, path, text } = await browser.post(`${membership}/check`, {})
    return [status, path, text.replaceAll(/MA-2026-\d{4}/g, 'MA').replaceAll(email, 'x@example.org')]
  }
  const first = await send('first@example.org', 'UTR1234567')
  await site.db
    .updateTable('dossier')
    .set({ state: 'in_scrutiny', subject_confirmed_at: 1, sender_confirmed_at: 1 })
    .where('subject_key', '=', 'first@example.org')
    .execute()

  expect(first.slice(0, 2)).toEqual([200, `${membership}/sent`])
  expect(await send('first@example.org', 'UTR1234567')).toEqual(first)
  expect(await send('nobody@example.org', 'UTR7654321')).toEqual(first)
  await changeSettings(site.db, system, { fee_life_india: '' }, autumn)
})

test('everyone who nominates reads the same, whatever others have sent before', async ({ site }) => {
  await changeSettings(site.db, system, { mostPerProposer: 1 }, autumn)
  const nominate = async (nominee: string, proposer: string) => {
    const browser = openPlainBrowser(site)
    await fillInForm(browser, site, 'fellow', { email: nominee, proposerEmail: proposer })
    const { status, path, text } = await browser.post(`${fellow}/check`, {})
    return [status, path, text.replaceAll(/FN-2026-\d{4}/g, 'FN').replaceAll(proposer, 'x@example.org')]
  }
  const first = await nominate('one@example.org', 'busy@example.org')
  await site.db
    .updateTable('dossier')
    .set({ state: 'complete', subject_confirmed_at: 1, sender_confirmed_at: 1 })
    .where('subject_key', '=', 'one@example.org')
    .execute()

  expect(first.slice(0, 2)).toEqual([200, `${fellow}/sent`])
  // The nominee is already nominated, and the proposer has reached the allowance.
  expect(await nominate('one@example.org', 'busy@example.org')).toEqual(first)
  expect(await nominate('two@example.org', 'idle@example.org')).toEqual(first)
  await changeSettings(site.db, system, { mostPerProposer: 3 }, autumn)
})

test('nothing of a started form reaches the log, the cache or another browser', async ({ site }) => {
  const logged = captureLog()
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  const canary = 'Canary-9f3c'
  await browser.post(`${membership}/membership`, { category: 'life', reason: 'new', band: 'india', go: 'on' })
  const page = await browser.post(`${membership}/you`, { firstName: canary, email: `${canary}@x`, go: 'on' })
  expect(page.status).toBe(400)
  const pages = await Promise.all(
    ['tasks', 'you', 'check', 'sent'].map((name) => browser.open(`${membership}/${name}`)),
  )
  for (const { headers } of pages) expect(headers.get('cache-control')).toBe('no-store')
  const stranger = openPlainBrowser(site)
  for (const name of ['', '/tasks', '/you', '/check', '/sent', '/copy'])
    expect((await stranger.open(membership + name)).html).not.toContain(canary)

  const token = browser.cookie().split('=')[1] ?? 'none'
  expect(JSON.stringify(logged)).not.toContain(canary)
  expect(JSON.stringify(logged)).not.toContain(token)
  const rows = await site.db.selectFrom('form_draft').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(canary)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test.for(Object.keys(rightAnswers) as CaseTypeName[])(
  'the start of “%s” is the same for all',
  async (name, { site }) => {
    if (name === 'award') await openSampleCall(site.db, autumn)
    const { href } = caseTypeOf(name, rightAnswers[name])
    const browser = openPlainBrowser(site)
    const before = await browser.open(href)
    await browser.post(href, {})
    const after = await browser.open(href)

    expect(before.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, must-revalidate')
    expect(after.html).toBe(before.html)
    expect(before.text).toContain('Start the form')
    expect(before.text).toContain('60 days')
  },
)
