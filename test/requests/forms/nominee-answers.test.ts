import { expect } from 'vitest'
import { autumn } from '#test/harness/site.ts'
import { captureLog } from '#test/harness/log.ts'
import { open, test } from '#test/makers/mailed-nominations.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'

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
