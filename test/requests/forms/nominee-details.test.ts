import { expect } from 'vitest'
import { detailsByNominee } from '#features/nominations/details/details.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { makeFilledDraft, passerBy, tokenMailedTo } from '#test/makers/cases.ts'
import { partsFor, rightFile, startInFull } from '#test/harness/form-pages.ts'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser, seenIn } from '#test/harness/plain-browser.ts'
import { autumn, origin, test } from '#test/harness/site.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import type { Site } from '#site.ts'

/** The nominee fills in the details behind the link that asks for consent, without scripts. */

const form = '/fellowship/fellow-nomination-form'

let count = 0

async function nominate(site: Site) {
  const at = ++count
  const [nominee, proposer] = [`dn${at}@example.org`, `dp${at}@example.org`] as const
  const people = { email: nominee, proposerEmail: proposer, seconderEmail: `ds${at}@example.org` }
  const left = { ...people, ...detailsByNominee }
  const token = await makeFilledDraft(site.db, 'fellow', autumn, left, site.privateFiles)
  const sent = await submitNomination(site.db, passerBy, origin, 'fellow', token, autumn)
  if (!sent.ok) throw new Error(sent.reason)
  await confirmAsProposer(site.db, proposer, autumn)
  const link = await tokenMailedTo(site.db, nominee)
  return { reference: sent.reference, nominee, proposer, seconder: people.seconderEmail, link }
}

test('a nominee fills in the details, reads the nomination, agrees and gets a copy of their own part', async ({
  site,
}) => {
  captureLog()
  const { reference, proposer, seconder, link } = await nominate(site)
  const browser = openPlainBrowser(site)
  const page = await browser.open(`/confirm/consent?token=${link}`)
  expect(page.text).toContain('The proposer has left these to you')
  expect(page.text).toContain('For light.')
  expect(page.html).not.toContain('value="yes"')
  const shown = /name="shown" value="(\w+)"/.exec(page.html)?.[1] ?? ''
  const early = { token: link, shown, willing: 'yes' }
  expect((await browser.post(`/confirm/consent?token=${link}`, early)).status).toBe(400)

  const tasks = await browser.post(`/confirm/consent?token=${link}`, { token: link, shown, details: 'open' })
  expect(tasks.path).toBe(`${form}/tasks`)
  expect(tasks.title).toContain('Your details for the nomination')
  expect(tasks.text).not.toContain('What to change')
  expect((await browser.open(`${form}/person`)).text).toContain('Are you a member of the Academy?')
  const agrees = { filledInBy: 'nominee', willing: 'yes', dataUse: 'yes' }
  for (const part of await partsFor(site, 'fellow', agrees)) {
    const files = part.files.length > 0 ? await Promise.all(part.files.map(rightFile)) : undefined
    const saved = await browser.post(`${form}/${part.name}`, { ...part.fields, go: 'list' }, files)
    expect(saved.path, part.name).toBe(`${form}/tasks`)
  }

  const check = await browser.open(`${form}/check`)
  expect(check.text).toContain('What the nomination says about you')
  expect(check.text).toContain('She sees what others overlook.')
  const hash = /name="shown" value="(\w+)"/.exec(check.html)?.[1] ?? ''
  expect((await browser.post(`${form}/check`, {})).text).toContain('The nomination changed while you were')
  const sent = await browser.post(`${form}/check`, { shown: hash })
  expect(sent.path).toBe(`${form}/sent`)
  expect(sent.text).toContain('We have recorded your consent and your details.')
  expect((await browser.open(`${form}/copy`)).bytes.toString('latin1', 0, 5)).toBe('%PDF-')
  for (const { html } of [page, tasks, check, sent])
    for (const secret of [proposer, seconder, 'A fine mind.', 'Far Institute'])
      expect(html, secret).not.toContain(secret)

  expect(await answerAs(site.db, 'second', seconder, autumn)).toEqual({ ok: true })
  const { state } = await site.db
    .selectFrom('dossier')
    .select('state')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  expect(state).toBe('complete')
})

test('a nominee declines without filling in anything', async ({ site }) => {
  const { reference, link } = await nominate(site)
  const browser = openPlainBrowser(site)
  const address = `/confirm/consent?token=${link}`
  const { html } = await browser.open(address)
  const shown = /name="shown" value="(\w+)"/.exec(html)?.[1] ?? ''
  const done = await browser.post(address, { token: link, shown, willing: 'no' })

  expect(done.text).toContain('We have closed the nomination and emailed the proposer.')
  const { state } = await site.db
    .selectFrom('dossier')
    .select('state')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  expect(state).toBe('declined')
})

test('a proposer who leaves the details to the nominee meets none of them', async ({ site }) => {
  const browser = openPlainBrowser(site)
  await browser.post(form, {})
  const page = await browser.open(`${form}/nominee`)

  expect(page.html).toMatch(/value="nominee"[^>]*checked|checked[^>]*value="nominee"/)
  expect(page.text).not.toContain('Date of birth:')
  expect((await browser.open(`${form}/tasks`)).text).not.toContain('Career')
  expect((await browser.open(`${form}/case`)).text).not.toContain('Best publications')
})

test('what was typed on a page is saved although another page has left it to the nominee meanwhile', async ({
  site,
}) => {
  captureLog()
  const browser = openPlainBrowser(site)
  await startInFull(browser, form)
  const seen = seenIn((await browser.open(`${form}/career`)).html) ?? ''
  await browser.post(`${form}/nominee`, { detailsBy: 'nominee', go: 'list' })
  expect((await browser.open(`${form}/career`)).status).toBe(404)
  const late = await browser.post(`${form}/career`, { 'degrees-0-degree': 'MSc', seen, go: 'list' })
  expect(late.path).toBe(`${form}/tasks`)

  await browser.post(`${form}/nominee`, { detailsBy: 'proposer', go: 'list' })
  expect((await browser.open(`${form}/career`)).html).toContain('value="MSc"')
})
