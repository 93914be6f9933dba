import { expect } from 'vitest'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin, type Visit } from '#test/harness/site.ts'
import { nextNumber, open, test } from '#test/makers/mailed-nominations.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { runStatusJobs } from '#test/makers/status-letters.ts'
import type { Site } from '#site.ts'

/** Every request can be declined with a reason, or answered with “this is not me”. */

function stateOf({ db }: Site, reference: string) {
  const row = db.selectFrom('dossier').select('state').where('reference', '=', reference)
  return row.executeTakeFirstOrThrow().then(({ state }) => state)
}

async function openStatus(visit: Visit, site: Site, { reference, proposer: email }: Record<string, string>) {
  await visit('/case-status', { form: { reference: reference ?? '', email: email ?? '' } })
  await runStatusJobs(site.db, origin, autumn)
  return open(visit, site, 'status', email ?? '')
}

test('someone who is not the nominee says so, and the proposer corrects the address on the status page', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  const { reference, proposer, nominee } = nomination
  await confirmAsProposer(site.db, proposer, autumn)
  const { html, address, token, shown } = await open(visit, site, 'consent', nominee)
  expect(html).toContain('I am not the person whom the proposer meant')
  const typed = { token, shown, willing: 'not-me', declineReason: 'A <namesake>.' }
  const tooLong = await visit(address, { form: { ...typed, declineReason: 'x'.repeat(1001) } })
  expect(tooLong.status).toBe(400)
  expect(await (await visit(address, { form: typed })).text()).toContain('told the proposer and the office')
  expect((await visit(address, { form: typed })).status).toBe(410)
  expect(await stateOf(site, reference)).toBe('submitted')

  const status = await openStatus(visit, site, { reference, proposer })
  expect(status.html).toContain('Correct the nominee’s email address below.')
  expect(status.html).not.toContain('namesake')
  const right = `right${nextNumber()}@example.org`
  const form = { token: status.token, shown: status.shown, whose: 'nominee', address: right }
  expect(await (await visit(status.address, { form })).text()).toContain('Address corrected')
  const again = await open(visit, site, 'consent', right)
  const agrees = { token: again.token, shown: again.shown, willing: 'yes', dataUse: 'yes' }
  expect(await (await visit(again.address, { form: agrees })).text()).toContain('recorded your consent')
})

test('someone in whose name a nomination came declines it or says that they were not meant', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  const { html, address, token, shown } = await open(visit, site, 'verify', nomination.proposer)
  expect(html).toContain('If it is not yours')
  const typed = { token, shown, declineReason: 'I never heard of it.' }
  const unclear = await visit(address, { form: typed })
  const page = await unclear.text()
  expect([unclear.status, page.includes('Your answer: choose an option.')]).toEqual([400, true])
  expect(page).toContain('>I never heard of it.</textarea>')
  const declined = await visit(address, { form: { ...typed, declined: 'declines' } })
  expect(await declined.text()).toContain('We have closed the nomination.')
  expect(await stateOf(site, nomination.reference)).toBe('withdrawn')
})

test('a nominee declines with a reason, and the proposer may start again with the same answers', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  const { reference, proposer, nominee } = nomination
  await confirmAsProposer(site.db, proposer, autumn)
  const { address, token, shown } = await open(visit, site, 'consent', nominee)
  const form = { token, shown, willing: 'no', declineReason: 'Too old.' }
  expect(await (await visit(address, { form })).text()).toContain('We have closed the nomination')
  const status = await openStatus(visit, site, { reference, proposer })
  expect(status.html).toContain('Start a new form with the same answers')
  expect(status.html).not.toContain('Too old.')
})

test('a link of another purpose declines nothing', async ({ visit, site, nomination }) => {
  captureLog()
  await confirmAsProposer(site.db, nomination.proposer, autumn)
  await answerAs(site.db, 'consent', nomination.nominee, autumn)
  const { token, shown } = await open(visit, site, 'second', nomination.seconder)
  const form = { token, shown, declined: 'not-me', declineReason: '' }
  expect((await visit(`/confirm/verify?token=${token}`, { form })).status).toBe(410)
})
