import { expect } from 'vitest'
import { moveNomination, submitNomination } from '#features/nominations/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { system } from '#features/audit/actor.ts'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { makeFilledDraft, passerBy } from '#test/makers/cases.ts'
import { nextNumber, open, test } from '#test/makers/mailed-nominations.ts'
import { captureLog } from '#test/harness/log.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { runStatusJobs } from '#test/makers/status-letters.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import type { Site } from '#site.ts'

/** What people without an account do by the links in our letters. */

function stateOf({ db }: Site, reference: string) {
  return db
    .selectFrom('dossier')
    .select('state')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
    .then(({ state }) => state)
}

test('opening a link changes nothing and shows the nominee what is said about them, not what others said', async ({
  visit,
  site,
  nomination,
}) => {
  await confirmAsProposer(site.db, nomination.proposer, autumn)
  const { response, html } = await open(visit, site, 'consent', nomination.nominee)

  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('Do you agree to be nominated?')
  expect(html).toContain('For light.')
  for (const secret of ['A fine mind.', 'Far Institute', nomination.proposer, 'Conflicts of interest'])
    expect(html, secret).not.toContain(secret)
  expect(await stateOf(site, nomination.reference)).toBe('submitted')
})

test('the proposer, consent and remarks complete a nomination; each link works once', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  const mine = await open(visit, site, 'verify', nomination.proposer)
  expect(mine.html).toContain('We received this nomination in your name.')
  expect(mine.html).toContain('A fine mind.')
  const proposed = await visit(mine.address, { form: { token: mine.token, shown: mine.shown } })
  expect(await proposed.text()).toContain('You have confirmed your nomination.')
  const consent = await open(visit, site, 'consent', nomination.nominee)
  const yes = { token: consent.token, shown: consent.shown, willing: 'yes', dataUse: 'yes' }
  expect(await (await visit(consent.address, { form: yes })).text()).toMatch(
    /<h1[^>]*>Thank you<.*We have recorded your consent/,
  )
  expect((await visit(consent.address, { form: yes })).status).toBe(410)

  const second = await open(visit, site, 'second', nomination.seconder)
  expect(second.html).toContain('A fine mind.')
  for (const secret of [
    '1 March 1950',
    nomination.nominee,
    nomination.proposer,
    '1 Sample Road',
    'Far Institute',
  ])
    expect(second.html, secret).not.toContain(secret)
  const { token, shown } = second
  const empty = await visit(second.address, { form: { token, shown, remarks: 'Indeed.' } })
  expect(empty.status).toBe(400)
  const page = await empty.text()
  expect(page).toContain('<title>Error: Second this nomination')
  expect(page).toContain('Conflicts of interest: tick at least one box.')
  expect(page).toContain('>Indeed.</textarea>')
  const remarks = { remarks: 'Indeed.', 'conflicts-none': 'yes', declares: 'yes', signature: 'S. Econder' }
  const both = { token, shown, ...remarks, 'conflicts-relative': 'yes' }
  const unclear = await visit(second.address, { form: both })
  expect([unclear.status, await unclear.text()]).toEqual([
    400,
    expect.stringContaining('tick either “None” or the conflicts that apply'),
  ])
  expect((await visit(second.address, { form: { token, shown, ...remarks } })).status).toBe(200)

  expect(await stateOf(site, nomination.reference)).toBe('complete')
  const saved = await site.db
    .selectFrom('confirmation')
    .select(['purpose', 'answer', 'wording', 'seen_hash'])
    .where('email', 'in', [nomination.nominee, nomination.seconder])
    .orderBy('purpose')
    .execute()
  expect(saved).toMatchObject([
    { purpose: 'consent', seen_hash: consent.shown },
    { purpose: 'second', seen_hash: shown },
  ])
  expect(saved[0]?.wording).toContain('I am willing to stand for election')
})

test('a seconder declines on the page of the link, and the proposer names another', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  await confirmAsProposer(site.db, nomination.proposer, autumn)
  await answerAs(site.db, 'consent', nomination.nominee, autumn)
  const { address, token, shown } = await open(visit, site, 'second', nomination.seconder)
  const reason = { token, shown, declineReason: 'I hardly know the work.' }
  const page = await (await visit(address, { form: reason })).text()
  expect(page).toContain('Your answer: choose an option.')
  expect(page).toContain('>I hardly know the work.</textarea>')

  const declined = await visit(address, { form: { ...reason, declined: 'not-me' } })
  expect(await declined.text()).toContain('asked the proposer to name another seconder')
  const { html } = await open(visit, site, 'correct', nomination.proposer)
  expect(html).toContain('Name another seconder')
})

test('an answer to an outdated text is refused, and what was typed is kept', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  await confirmAsProposer(site.db, nomination.proposer, autumn)
  const { address, token } = await open(visit, site, 'consent', nomination.nominee)
  const form = { token, shown: '0'.repeat(64), willing: 'no' }
  const response = await visit(address, { form })

  expect(response.status).toBe(409)
  const html = await response.text()
  expect(html).toContain('The form changed while you were reading it.')
  expect(html).toMatch(/value="no"[^>]*checked|checked[^>]*value="no"/)
})

test('a nomination that was sent back opens its form again', async ({ visit, site, nomination }) => {
  const { db } = site
  await db
    .updateTable('dossier')
    .set({ state: 'complete' })
    .where('reference', '=', nomination.reference)
    .execute()
  const editor = actorFor(await makeStaff(db, autumn))
  const facts = { reason: 'Name the <journal>.', due: '2026-12-01' }
  const moving = { reference: nomination.reference, move: 'return', by: 'editor', facts } as const
  await moveNomination(db, editor, origin, moving, autumn)

  const { html, address, token, shown } = await open(visit, site, 'correct', nomination.proposer)
  expect(html).toContain('Name the &lt;journal&gt;.')
  const opened = await visit(address, { form: { token, shown } })
  expect(opened.status).toBe(302)
  expect(opened.headers.get('location')).toBe('/fellowship/fellow-nomination-form/tasks')
  const [cookie = ''] = opened.headers.getSetCookie()
  expect(cookie).toMatch(/^iaps_form_fellow=[\w-]{43}; .*HttpOnly/)

  // Every page of the form says what to change, and by when.
  const form = '/fellowship/fellow-nomination-form'
  for (const page of ['tasks', 'nominee', 'check']) {
    const text = await (
      await visit(`${form}/${page}`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    ).text()
    expect(text, page).toContain('What to change')
    expect(text, page).toContain('Name the &lt;journal&gt;.')
    expect(text, page).toContain('1 December 2026')
  }

  // The browser that has the form continues; another is asked before it shares the form or loses its own.
  const tasks = '/fellowship/fellow-nomination-form/tasks'
  const resume = `/fellowship/fellow-nomination-form/resume?token=${token}`
  const own = { origin, cookie: cookie.split(';')[0] ?? '' }
  const other = { origin, cookie: `iaps_form_fellow=${'x'.repeat(43)}` }
  for (const [headers, location] of [
    [own, tasks],
    [other, resume],
    [{ origin }, resume],
  ] as const) {
    const again = await visit(address, { form: { token, shown }, headers })
    expect(again.headers.get('location')).toBe(location)
  }
  expect((await visit(resume)).status).toBe(200)
  const drafts = site.db
    .selectFrom('form_draft')
    .innerJoin('dossier', 'dossier.id', 'form_draft.dossier_id')
    .select(['dossier.reference', 'network'])
    .where('dossier.reference', '=', nomination.reference)
  expect(await drafts.execute()).toEqual([
    { reference: nomination.reference, network: expect.stringMatching(/./) as string },
  ])
})

test('the sender of a case gets its status by email, and may withdraw it', async ({
  visit,
  site,
  nomination,
}) => {
  const { reference, proposer } = nomination
  const requested = await visit('/case-status', {
    form: { reference: reference.toLowerCase(), email: proposer.toUpperCase() },
  })
  expect(await requested.text()).toContain('we have emailed you a link')
  await runStatusJobs(site.db, origin, autumn)

  const { html, address, token, shown } = await open(visit, site, 'status', proposer)
  expect(html).toContain('Received, confirmations pending')
  expect(html).toContain('Confirm the nomination with the link in our first email.')
  expect(await (await visit(address, { form: { token, shown } })).text()).toContain(
    `You have withdrawn ${reference}`,
  )
  expect(await stateOf(site, reference)).toBe('withdrawn')
})

test('nobody learns whether a reference and an address belong together', async ({
  visit,
  site,
  nomination,
}) => {
  const before = await site.db.selectFrom('mail').select('id').execute()
  const { reference } = nomination
  const ask = (email: string) => visit('/case-status', { form: { reference, email } })
  const wrong = await (await ask('stranger@example.org')).text()
  const right = await (await ask(nomination.proposer)).text()

  expect(wrong.replace('stranger@example.org', 'x')).toBe(right.replace(nomination.proposer, 'x'))
  await runStatusJobs(site.db, origin, autumn)
  expect(await site.db.selectFrom('mail').select('id').execute()).toHaveLength(before.length + 1)
})

test('someone with another open case learns it by the link, and in no other way', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  const agree = async (email: string) => {
    const { address, token, shown } = await open(visit, site, 'consent', email)
    const response = await visit(address, { form: { token, shown, willing: 'yes', dataUse: 'yes' } })
    return { status: response.status, html: await response.text() }
  }
  await confirmAsProposer(site.db, nomination.proposer, autumn)
  expect((await agree(nomination.nominee)).status).toBe(200)
  const people = { email: nomination.nominee, proposerEmail: `p${nextNumber()}@example.org` }
  const draft = await makeFilledDraft(site.db, 'fellow', autumn, people, site.privateFiles)
  const second = await submitNomination(site.db, passerBy, origin, 'fellow', draft, autumn)
  await confirmAsProposer(site.db, people.proposerEmail, autumn)

  const { status, html } = await agree(nomination.nominee)
  expect(status).toBe(409)
  expect(html).toContain('You have already agreed to another nomination that is still open.')
  expect(html).toMatch(/value="yes"[^>]*checked|checked[^>]*value="yes"/)
  expect(await stateOf(site, second.ok ? second.reference : '')).toBe('submitted')
})

test('a proposer at the allowance learns it by the link', async ({
  visit,
  site,
  nomination: { proposer },
}) => {
  captureLog()
  await changeSettings(site.db, system, { mostPerProposer: 1 }, autumn)
  const confirm = async () => {
    const { address, token, shown } = await open(visit, site, 'verify', proposer)
    return visit(address, { form: { token, shown } })
  }
  expect((await confirm()).status).toBe(200)
  const people = { email: `n${nextNumber()}@example.org`, proposerEmail: proposer }
  const draft = await makeFilledDraft(site.db, 'fellow', autumn, people, site.privateFiles)
  await submitNomination(site.db, passerBy, origin, 'fellow', draft, autumn)

  const refused = await confirm()
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('the most that one proposer can make. Withdraw one of them')
  await changeSettings(site.db, system, { mostPerProposer: 3 }, autumn)
})

test('an applicant confirms the address and sees what is confirmed', async ({ visit, site }) => {
  const email = `a${nextNumber()}@example.org`
  const draft = await makeFilledDraft(site.db, 'membership', autumn, { email }, site.privateFiles)
  const sent = await submitApplication(site.db, passerBy, origin, draft, autumn)
  const { address, token, shown, html } = await open(visit, site, 'verify', email)

  expect(html).toContain('Sample Institute')
  expect((await visit(address, { form: { token, shown } })).status).toBe(200)
  expect(await stateOf(site, sent.ok ? sent.reference : '')).toBe('verified_email')
})

test('a wrong link says so, whatever its purpose', async ({ visit }) => {
  captureLog()
  for (const purpose of ['consent', 'second', 'verify', 'correct', 'accept', 'status'])
    expect(await (await visit(`/confirm/${purpose}?token=x`)).text(), purpose).toContain(
      'This link has expired',
    )
  expect((await visit('/confirm/toString')).status).toBe(404)
})
