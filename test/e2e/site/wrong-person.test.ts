import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { fillFields } from '#test/e2e/harness/form-filling.ts'
import { firstOrAll } from '#test/harness/scale.ts'
import { linkTo, refusals, test, type Office } from '#test/e2e/harness/staff-office.ts'
import { makeFilledDraft, openCalls, passerBy } from '#test/makers/cases.ts'

/** What people do in a browser whom our email reached by mistake, and how the nomination goes on. */

const ways = [
  { way: 'with scripts', scripts: true, mark: 'on' },
  { way: 'without scripts', scripts: false, mark: 'off' },
]

async function nominate(office: Office, mark: string) {
  const now = new Date()
  await openCalls(office.db, now)
  const people = {
    email: `stranger-${mark}@example.org`,
    proposerEmail: `proposer-${mark}@example.org`,
    seconderEmail: `seconder-${mark}@example.org`,
  }
  const token = await makeFilledDraft(office.db, 'fellow', now, people)
  const sent = await submitNomination(office.db, passerBy, office.address, 'fellow', token, now)
  if (!sent.ok) throw new Error(sent.reason)
  return { reference: sent.reference, ...people }
}

async function openLink(page: Page, office: Office, scripts: boolean, email: string, kind: string) {
  await page.goto(await linkTo(office, email, kind))
  if (scripts) await page.locator('html[data-hydrates]').waitFor()
}

for (const { way, scripts, mark } of firstOrAll(ways)) {
  test(`a stranger says “this is not me”, the proposer corrects the address, and the nominee agrees, ${way}`, async ({
    office,
    openSignedOut,
  }) => {
    const page = await openSignedOut(office, { javaScriptEnabled: scripts, expected: refusals })
    const { reference, email, proposerEmail } = await nominate(office, mark)
    await openLink(page, office, scripts, proposerEmail, 'nomination.received')
    await page.getByRole('button', { name: 'Confirm my nomination' }).click()
    await page.getByText('You have confirmed your nomination.').waitFor()

    await openLink(page, office, scripts, email, 'nomination.consent')
    await page.getByLabel('I am not the person whom the proposer meant').check()
    await page.getByLabel('Reason').fill('A namesake at another institute.')
    await page.getByRole('button', { name: 'Submit my answer' }).click()
    await page.getByText('our email reached the wrong person').waitFor()

    await page.goto('/case-status')
    await fillFields(page, { reference, email: proposerEmail })
    await page.locator('main form').getByRole('button').last().click()
    await openLink(page, office, scripts, proposerEmail, 'case.status')
    await page.getByText('Someone who got our email says that they are not the nominee.').waitFor()
    const right = `nominee-${mark}@example.org`
    await page.getByLabel('Email address of the nominee').fill(right)
    await page.getByRole('button', { name: 'Correct the nominee’s address' }).click()
    await page.getByRole('heading', { level: 1, name: 'Address corrected' }).waitFor()

    await openLink(page, office, scripts, right, 'nomination.consent')
    await fillFields(page, { willing: 'yes', dataUse: 'yes' })
    await page.getByRole('button', { name: 'Submit my answer' }).click()
    await page.getByText('We have recorded your consent.').waitFor()
  })

  test(`someone in whose name a nomination came declines it, ${way}`, async ({ office, openSignedOut }) => {
    const page = await openSignedOut(office, { javaScriptEnabled: scripts, expected: refusals })
    const { proposerEmail, reference } = await nominate(office, `declined-${mark}`)
    await openLink(page, office, scripts, proposerEmail, 'nomination.received')
    await page.getByLabel('I do not make this nomination').check()
    await page.getByRole('button', { name: 'Submit my answer' }).click()
    await page.getByText('We have closed the nomination.').waitFor()
    const row = office.db.selectFrom('dossier').select('state').where('reference', '=', reference)
    expect(await row.executeTakeFirst()).toEqual({ state: 'withdrawn' })
  })
}
