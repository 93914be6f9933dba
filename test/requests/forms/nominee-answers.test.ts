import { expect } from 'vitest'
import { autumn, origin } from '#test/harness/site.ts'
import { captureLog } from '#test/harness/log.ts'
import { open, test } from '#test/makers/mailed-nominations.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { runStatusJobs } from '#test/makers/status-letters.ts'

/** What the nominee does besides agreeing. */

test('a nominee asks for a correction, and the proposer reads it on the page of the link', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  await confirmAsProposer(site.db, nomination.proposer, autumn)
  const { address, token, shown } = await open(visit, site, 'consent', nomination.nominee)
  const without = await visit(address, { form: { token, shown, willing: 'correct' } })
  expect(await without.text()).toContain('What must be corrected: ')
  const form = { token, shown, willing: 'correct', corrections: 'I was born in <1951>.' }
  expect(await (await visit(address, { form })).text()).toContain('We have asked the proposer to correct')

  const { html } = await open(visit, site, 'correct', nomination.proposer)
  expect(html).toContain('I was born in &lt;1951&gt;.')
})

test('what a nominee wrote below another answer is refused, not lost', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  await confirmAsProposer(site.db, nomination.proposer, autumn)
  const { address, token, shown } = await open(visit, site, 'consent', nomination.nominee)
  const form = { token, shown, willing: 'no', corrections: 'I have moved to <Pune>.' }
  const refused = await visit(address, { form })

  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain('This field belongs to another answer.')
  expect(html).toContain('I have moved to &lt;Pune&gt;.')
})

test('the nominee and the seconder open the files they are shown, and no others, while their link works', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  await confirmAsProposer(site.db, nomination.proposer, autumn)
  const consent = await open(visit, site, 'consent', nomination.nominee)
  const [vitae = ''] = /\/confirm\/consent\/files\/[^"]+/.exec(consent.html) ?? []
  const opened = await visit(vitae.replaceAll('&amp;', '&'))
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(opened.headers.get('content-security-policy')).toBe(`default-src 'none'; sandbox`)
  expect(await opened.text()).toContain('the bytes of ')

  // Letters of support are in confidence, and a link of another purpose opens nothing.
  const file = /files\/([^?]+)/.exec(vitae)?.[1] ?? ''
  expect((await visit(`/confirm/second/files/${file}?token=${consent.token}`)).status).toBe(404)
  expect((await visit(`/confirm/toString/files/${file}?token=${consent.token}`)).status).toBe(404)
  await site.db.updateTable('attachment').set({ question: 'support' }).where('id', '=', file).execute()
  expect((await visit(`/confirm/consent/files/${file}?token=${consent.token}`)).status).toBe(404)
  await site.db.updateTable('attachment').set({ question: 'vitae' }).where('id', '=', file).execute()

  await answerAs(site.db, 'consent', nomination.nominee, autumn)
  expect((await visit(`/confirm/consent/files/${file}?token=${consent.token}`)).status).toBe(404)
  const second = await open(visit, site, 'second', nomination.seconder)
  expect((await visit(`/confirm/second/files/${file}?token=${second.token}`)).status).toBe(200)
})

test('an answer by the page is bound to what that page showed', async ({ visit, site, nomination }) => {
  await confirmAsProposer(site.db, nomination.proposer, autumn)
  const { address, token, shown } = await open(visit, site, 'consent', nomination.nominee)
  const form = { token, shown, willing: 'yes', dataUse: 'yes' }
  expect((await visit(address, { form })).status).toBe(200)

  const saved = await site.db
    .selectFrom('confirmation')
    .innerJoin('dossier', 'dossier.id', 'confirmation.dossier_id')
    .select(['seen_hash', 'confirmed_hash', 'answers_hash'])
    .where('purpose', '=', 'consent')
    .where('email', '=', nomination.nominee)
    .executeTakeFirstOrThrow()
  expect(saved.seen_hash).toBe(shown)
  expect(saved.confirmed_hash).toBe(saved.answers_hash)
  expect(shown).not.toBe(saved.answers_hash)
})

test('the status page says whose answer is missing', async ({ visit, site, nomination }) => {
  const { reference, proposer: email } = nomination
  const missing = async () => {
    await visit('/case-status', { form: { reference, email } })
    await runStatusJobs(site.db, origin, autumn)
    return (await open(visit, site, 'status', email)).html
  }
  await confirmAsProposer(site.db, email, autumn)
  expect(await missing()).toContain('We have emailed the nominee and are waiting for an answer.')
  await answerAs(site.db, 'consent', nomination.nominee, autumn)
  expect(await missing()).toContain('We have emailed the seconder and are waiting for an answer.')
  await answerAs(site.db, 'second', nomination.seconder, autumn)
  expect(await missing()).not.toContain('What is missing')
})
