import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { beginEntry, saveEntry } from '#features/content/entry/operations.server.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import { callForAward } from '#features/calls/call.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { relocateEntry } from '#features/content/addresses/entry-location.server.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'
import { caseTypeOf } from '#features/casework/case-types.ts'
import { setDraftToken } from '#routes/request/draft-cookies.server.ts'
import { toCallAnswers } from '#features/nominations/calls/call-answers.ts'
import { submitForAward } from '#features/nominations/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { fillInForm } from '#test/harness/form-pages.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin, type Visit } from '#test/harness/site.ts'
import { test, type Caller } from '#test/harness/visitors.ts'
import { readDecisionHash } from '#test/makers/casework.ts'
import { makeFilledDraft, passerBy } from '#test/makers/cases.ts'
import { runStatusJobs } from '#test/makers/status-letters.ts'
import { openLetters } from '#test/makers/letters.ts'
import { open } from '#test/makers/mailed-nominations.ts'
import { lamp, openAwardCall } from '#test/makers/award-calls.ts'
import { makeBody } from '#test/makers/bodies.ts'
import { makeOffice } from '#test/makers/content.ts'
import type { Site } from '#site.ts'

/** A call for an award, from the administrator who opens it to the letter about the decision, without scripts. */

const award = 'prof-pr-sharma-memorial-award'
const form = `/awards/${award}/nomination-form`
const people = {
  email: 'light@example.org',
  proposerEmail: 'p-light@example.org',
  seconderEmail: 's-light@example.org',
}

const chosen = {
  title: 'Nominations for the Sharma award, 2027',
  ...{ subject: 'award', award, eligibility: 'Anyone who works on light.', nominators: 'Anyone else.' },
  ...{ opensAt: autumn.getTime() - 1000, closesAt: autumn.getTime() + 90 * 86_400_000 },
  form: { online: true, career: true, seconder: true },
  stages: { panel: true, acceptance: true },
} satisfies Draft<'call'>

/** Writes the call as the editing page does, and tries to publish it. */
async function writeCall({ db }: Site, data: Draft<'call'>) {
  const { editor, admin } = await makeOffice(db, autumn)
  const started = await beginEntry(db, editor, { kind: 'call', title: chosen.title }, autumn)
  if (!started.ok) throw new Error(started.reason)
  const saved = await saveEntry(db, editor, { id: started.id, base: 1, data }, autumn)
  if (!saved.ok) throw new Error(saved.reason)
  const request = { id: started.id, version: saved.version, move: 'publish' as const }
  return {
    byEditor: () => moveEntry(db, editor, request, autumn),
    byAdmin: () => moveEntry(db, admin, request, autumn),
  }
}

async function answer(
  visit: Visit,
  site: Site,
  purpose: 'verify' | 'consent' | 'second' | 'accept',
  who: string,
  said = {},
) {
  const { address, token, shown, html } = await open(visit, site, purpose, who)
  const page = await visit(address, { form: { token, shown, ...said } })
  expect(page.status, `${purpose}: ${await page.clone().text()}`.slice(0, 300)).toBe(200)
  return html
}

const remarks = {
  remarks: 'A fine mind.',
  'conflicts-none': 'yes',
  declares: 'yes',
  signature: 'Prof. Chitra Sample',
}

test('an administrator opens a call, and a nomination goes its way to the released decision', async ({
  site,
  visit,
  port,
  callers,
}) => {
  captureLog()
  const { slug: panel } = await makeBody(site.db, autumn, { name: 'Light Panel' })
  await changeSettings(site.db, system, { editorsPublish: true }, autumn)
  const unready = await writeCall(site, chosen)
  expect(await unready.byAdmin()).toEqual({ ok: false, reason: 'incomplete' })
  const call = await writeCall(site, { ...chosen, panel })
  expect(await call.byEditor()).toMatchObject({ ok: false })
  expect((await visit(form)).status).toBe(404)
  expect(await call.byAdmin()).toEqual({ ok: true })

  expect(await (await visit(`/awards/${award}`)).text()).toContain(`href="${form}"`)
  expect(await (await visit('/calendar')).text()).toContain(chosen.title)
  for (const path of [`${form}.data`, `/awards/${award}.data`, '/awards.data', '/_root.data', form])
    expect(await (await visit(path)).text(), path).not.toContain(panel)
  const browser = openPlainBrowser(site)
  const fixed = { award, callParts: ['career', 'seconder'], callStages: [] }
  const list = await fillInForm(browser, site, 'award', { ...people, ...fixed })
  expect(list.path).toBe(`${form}/tasks`)
  expect(list.text).not.toMatch(/Not started|In progress|Publications/)
  const overHttp = await ask(port, `${form}/tasks`, { cookie: browser.cookie() })
  expect(overHttp.text).toContain(`href="${form}/check"`)
  const sent = await browser.post(`${form}/check`, {})
  const reference = /AW-2026-\d{4}/.exec(sent.text)?.[0] ?? 'none'
  expect(sent.path).toBe(`${form}/sent`)

  await answer(visit, site, 'verify', people.proposerEmail)
  const consent = await answer(visit, site, 'consent', people.email, { willing: 'yes', dataUse: 'yes' })
  expect(consent).toContain('I agree to be considered for the award')
  await answer(visit, site, 'second', people.seconderEmail, remarks)

  const page = async (below = '') => {
    const { cookie } = callers.admin
    return (await ask(port, `/editor/cases/${reference}${below}`, { cookie })).text
  }
  expect(await page()).toContain('value="Light Panel"')
  const post = (caller: Caller, path: string, fields: Record<string, string>) =>
    ask(port, `/editor/cases/${reference}${path}`, {
      ...{ method: 'POST', origin, cookie: caller.cookie },
      ...{ 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const seen = async (below = '') => /name="seen" value="(\d+)"/.exec(await page(below))?.[1] ?? ''
  const refer = { seen: await seen(), 'refer-section': 'Light Panel', 'refer-referees': '' }
  expect((await post(callers.admin, '?do=move-refer', refer)).status).toBe(302)
  const recommend = {
    seen: await seen(),
    'recommend-meeting': 'Panel',
    'recommend-minute': '',
    'recommend-votes': '',
  }
  expect((await post(callers.admin, '?do=move-recommend', recommend)).status).toBe(302)
  const select = {
    ...{
      seen: await seen('/decision?move=elect'),
      'elect-meeting': 'Council',
      'elect-minute': '',
      'elect-votes': '',
    },
    ...{ 'elect-electedOn': '2026-11-15', 'elect-citation': 'For light.', 'elect-embargo': '' },
    override: 'The council has looked at all of this.',
  }
  expect((await post(callers.admin, '/decision?move=elect&do=record', select)).status).toBe(302)
  expect(await openLetters(site.db, people.email)).toHaveLength(1)
  const waiting = await page('/decision')
  expect(waiting).toContain('For light.')
  const shownHash = await readDecisionHash(site.db, reference)
  expect((await post(callers.office, '/decision?do=release', { shownHash })).status).toBe(302)

  const letters = await openLetters(site.db, people.email)
  expect(letters.at(-1)?.subject).toContain('You have been selected for the ')
  const accepted = await answer(visit, site, 'accept', people.email, {
    accepts: 'yes',
    certificateName: 'Asha Sample',
  })
  expect(accepted).not.toContain('directory')
  expect(await page()).toContain('Selected, not yet presented')

  const before = await openLetters(site.db, people.email)
  const give = { seen: await seen(), 'admit-givenOn': '2026-11-15', 'admit-conference': '' }
  expect((await post(callers.admin, '?do=move-admit', give)).status).toBe(302)
  expect(await page()).toContain('Award presented')
  const [, recipient = ''] = /\/editor\/entries\/([\w-]+)"/.exec(await page()) ?? []
  expect(await findForStaff(site.db, recipient)).toMatchObject({
    ...{ kind: 'recipient', state: 'draft' },
    data: { title: 'Dr Asha Sample', year: 2026, citation: 'For light.' },
  })
  expect(await (await visit(`/awards/${award}`)).text()).not.toContain('Asha Sample')
  expect(await openLetters(site.db, people.email)).toHaveLength(before.length)
  const tracked = await visit('/case-status', { form: { reference, email: people.proposerEmail } })
  expect(tracked.status).toBe(200)
})

test('a form that was started opens although its award was unpublished', async ({ site, visit }) => {
  captureLog()
  await openAwardCall(site.db, autumn)
  const form = `/awards/${lamp}/nomination-form`
  const browser = openPlainBrowser(site)
  expect((await browser.post(form, {})).path).toBe(`${form}/tasks`)
  const { admin } = await makeOffice(site.db, autumn)
  const head = site.db.selectFrom('entry').select(['id', 'head_version as version'])
  const entry = await head.where('kind', '=', 'award').where('slug', '=', lamp).executeTakeFirstOrThrow()
  expect(await moveEntry(site.db, admin, { ...entry, move: 'archive' }, autumn)).toEqual({ ok: true })

  expect((await visit(form)).status).toBe(404)
  const list = await browser.open(`${form}/tasks`)
  expect(list.path).toBe(`${form}/tasks`)
  expect(list.html).toContain('href="/awards"')
})

test('after an award is renamed, mailed links and “Start again” lead to its form', async ({
  site,
  visit,
}) => {
  captureLog()
  const slug = 'silver-lamp'
  await openAwardCall(site.db, autumn, {}, slug)
  const call = callForAward(await listCalls(site.db, autumn), slug)!
  const fixed = toCallAnswers(call, { award: 'Silver Lamp', panel: '' })
  const proposerEmail = 'p-silver@example.org'
  const token = await makeFilledDraft(site.db, 'award', autumn, { ...fixed, proposerEmail })
  const sent = await submitForAward(site.db, passerBy, origin, slug, token, autumn)
  if (!sent.ok) throw new Error(sent.reason)
  const status = await openStatus(visit, site, { reference: sent.reference, email: proposerEmail })
  await visit(status.address, { form: { token: status.token, shown: status.shown } })

  const { admin } = await makeOffice(site.db, autumn)
  const { id } = (await findEntry(site.db, 'award', slug))!
  await relocateEntry(site.db, admin, { id, slug: 'bright-lamp' }, autumn)
  const [former, present] = [slug, 'bright-lamp'].map((one) => `/awards/${one}/nomination-form`)
  const resumed = await visit(`${former}/resume?token=abc`)
  expect([resumed.status, resumed.headers.get('location')]).toEqual([301, `${present}/resume?token=abc`])
  expect(resumed.headers.get('cache-control')).toBe('no-store')
  expect((await visit(`${former}/publications`)).headers.get('location')).toBe(`${present}/publications`)

  const { address, ...again } = await openStatus(visit, site, {
    reference: sent.reference,
    email: proposerEmail,
  })
  const given = { token: again.token, shown: again.shown, again: 'yes' }
  const started = await visit(address, { form: given })
  expect([started.status, started.headers.get('location')]).toEqual([302, `${present}/tasks`])
  const cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const tasks = await visit(`${present}/tasks`, { headers: { cookie } })
  expect(await tasks.text()).not.toContain('not open')
})

test('submitting a form whose new call asks for other parts leads to its parts and says so, and submits nothing', async ({
  site,
  visit,
}) => {
  const slug = 'iron-lamp'
  await openAwardCall(site.db, autumn, {}, slug)
  const call = callForAward(await listCalls(site.db, autumn), slug)!
  const former = { call: 'the-former-call', callParts: [] }
  const answers = { ...toCallAnswers(call, { award: 'Iron Lamp', panel: '' }), ...former }
  const token = await makeFilledDraft(site.db, 'award', autumn, {
    ...answers,
    proposerEmail: 'p@iron.example',
  })
  const { cookie: name, href } = caseTypeOf('award', answers)
  const [cookie = ''] = setDraftToken(name, token, origin).split(';')

  const sent = await visit(`${href}/check`, { form: {}, headers: { cookie } })
  expect([sent.status, sent.headers.get('location')]).toEqual([302, `${href}/tasks`])
  const flash = sent.headers.getSetCookie().map((line) => line.split(';')[0])
  const tasks = await visit(`${href}/tasks`, { headers: { cookie: [cookie, ...flash].join('; ') } })
  expect(await tasks.text()).toContain('A new call has opened, and its form has different parts.')
  const cases = site.db.selectFrom('dossier').select('id').where('sender_email', '=', 'p@iron.example')
  expect(await cases.execute()).toEqual([])
})

async function openStatus(visit: Visit, site: Site, form: { reference: string; email: string }) {
  await visit('/case-status', { form })
  await runStatusJobs(site.db, origin, autumn)
  return open(visit, site, 'status', form.email)
}
