import { createPublicKey } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { verifyFile } from '#features/certificates/signature.server.ts'
import { addPerson } from '#features/people/editing.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { openCalls } from '#test/makers/cases.ts'
import { photograph } from '#test/hostile/made-files.ts'
import { isFull } from '#test/harness/scale.ts'
import { attach, fillFields, sendWholeForm } from '#test/e2e/harness/form-filling.ts'
import { again, bytesOf } from '#test/e2e/harness/harness.ts'
import { linkTo, makeCaseworker, refusals, test, type Office } from '#test/e2e/harness/staff-office.ts'

/** Each case type of the Academy in a browser, from the call to publication, with scripts and without. */

const ways = [
  { way: 'with scripts', scripts: true, mark: 'on' },
  { way: 'without scripts', scripts: false, mark: 'off' },
]
const bothRoles = ['editor', 'admin'] as const

interface Letter {
  to: string
  kind: string
  fields?: Record<string, string>
  picture?: Buffer
  button: string
  hears: string
}

/** Opens the only link in a letter, answers its questions, and sees that the answer was saved. */
async function answerLetter(page: Page, office: Office, letter: Letter) {
  await page.goto(await linkTo(office, letter.to, letter.kind))
  await fillFields(page, letter.fields ?? {})
  if (letter.picture) await attach(page, 'acceptedPhotograph', { name: 'me.jpg', bytes: letter.picture })
  await page.getByRole('button', { name: letter.button }).click()
  await page.getByText(letter.hears).waitFor()
}

/** Makes one move on the page of a case, which then has the given status. */
async function move(page: Page, label: string, stands: string, fields: Record<string, string> = {}) {
  await page.locator('summary').getByText(label, { exact: true }).click()
  await fillFields(page, fields)
  await page.getByRole('button', { name: label, exact: true }).click()
  await page.getByText('Status changed to ').waitFor()
  await page.getByText(`${stands} (shown to applicants as:`).waitFor()
}

interface Decision {
  reference: string
  label: string
  stands: string
  fields: Record<string, string>
}

/** One officer records a decision after reading its emails; another one reads them too and releases it. */
async function decide(officer: Page, other: Page, { reference, label, stands, fields }: Decision) {
  await officer.goto(`/editor/cases/${reference}`)
  await officer.getByRole('link', { name: label, exact: true }).click()
  await fillFields(officer, fields)
  const override = officer.getByLabel('Why you are going ahead')
  if (await override.count()) await override.fill('The council knew and decided.')
  await officer.getByRole('button', { name: 'Preview the emails' }).click()
  await officer.getByRole('heading', { name: `${label}: what we will send` }).waitFor()
  await officer.getByRole('button', { name: 'Record this decision' }).click()
  await officer.getByText('is waiting for release by a second person').waitFor()
  await other.goto(`/editor/cases/${reference}/decision`)
  await other.getByRole('button', { name: 'Release and send' }).click()
  await other.getByText('Decision released.').waitFor()
  await other.getByText(`${stands} (shown to applicants as:`).waitFor()
}

/** The certificate that a letter links to is genuine, on its page and as a file. */
async function expectCertificate(page: Page, office: Office, letter: { to: string; kind: string }) {
  await page.goto(await linkTo(office, letter.to, letter.kind))
  await page.getByText('The Academy issued this certificate').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Open the certificate (PDF)' }).click()
  const bytes = await bytesOf(await download)
  const pem = await (await page.request.get('/certificates/key', again)).text()
  expect(verifyFile(bytes, createPublicKey(pem)).verdict).toBe('valid')
}

const nominated = [
  { kind: 'fellow', grade: 'Fellow', fellowNo: 'F-90' },
  { kind: 'associate-fellow', grade: 'Associate Fellow', fellowNo: 'AF-90' },
] as const

for (const { way, scripts, mark } of ways)
  for (const { kind, grade, fellowNo } of nominated)
    // Fellows with scripts; the full run takes every pair.
    test.runIf(isFull || (scripts && kind === 'fellow'))(
      `${kind}: from the open call to the public page and the certificate, ${way}`,
      { timeout: 300_000 },
      async ({ office, openSignedOut, openSignedIn }) => {
        const now = new Date()
        const visitor = { javaScriptEnabled: scripts, expected: refusals, acceptDownloads: true }
        const people = {
          ...{ email: `nominee-${kind}-${mark}@example.org`, lastName: `Sample ${kind} ${mark}` },
          ...{
            proposerEmail: `proposer-${kind}-${mark}@example.org`,
            citation: `For light, ${kind} ${mark}.`,
          },
          ...{
            seconderEmail: `seconder-${kind}-${mark}@example.org`,
            memberNo: `LM-9${kind.length}${mark.length}`,
          },
        }
        await openCalls(office.db, now)
        const register = {
          givenName: 'Asha',
          familyName: people.lastName,
          category: 'life',
          since: 2001,
        } as const
        const where = { discipline: 'Physics', country: 'India', listed: false }
        await addPerson(office.db, system, { ...register, ...where, memberNo: people.memberNo }, now)

        const page = await openSignedOut(office, visitor)
        const reference = await sendWholeForm(page, office, kind, people, scripts)
        await answerLetter(page, office, {
          ...{ to: people.proposerEmail, kind: 'nomination.received', button: 'Confirm my nomination' },
          hears: 'You have confirmed your nomination.',
        })
        await answerLetter(page, office, {
          ...{ to: people.email, kind: 'nomination.consent', button: 'Submit my answer' },
          fields: { willing: 'yes', dataUse: 'yes' },
          hears: 'We have recorded your consent.',
        })
        await answerLetter(page, office, {
          ...{ to: people.seconderEmail, kind: 'nomination.second', button: 'Submit my remarks' },
          fields: {
            remarks: 'A fine mind.',
            'conflicts-none': 'yes',
            declares: 'yes',
            signature: 'Chitra Sample',
          },
          hears: 'We have recorded your remarks and your declaration.',
        })

        const [editor, admin] = await Promise.all(
          bothRoles.map(async (role) =>
            openSignedIn(office, await makeCaseworker(office, { role }), visitor),
          ),
        )
        if (!editor || !admin) throw new Error('Nobody came.')
        await editor.goto(`/editor/cases/${reference}`)
        await move(editor, 'Refer', 'Referred', { 'refer-section': 'Physics' })
        await admin.goto(`/editor/cases/${reference}`)
        await move(admin, 'Record as recommended', 'Recommended', { 'recommend-meeting': 'Council 1' })
        await decide(admin, editor, {
          ...{ reference, label: 'Record as elected', stands: 'Elected, acceptance pending' },
          fields: {
            'elect-meeting': 'Council 2',
            'elect-electedOn': now.toISOString().slice(0, 10),
            'elect-citation': people.citation,
          },
        })
        const list = `/fellowship/fellows?name=${encodeURIComponent(people.lastName)}`
        await page.goto(list)
        expect(await page.getByRole('link', { name: `Asha ${people.lastName}` }).count()).toBe(0)

        await answerLetter(page, office, {
          ...{ to: people.email, kind: 'nomination.elected', button: 'Submit my answer' },
          fields: { accepts: 'yes', certificateName: 'Asha Sample', listed: 'yes', showPhotograph: 'yes' },
          picture: await photograph(320, 420),
          hears: 'We have recorded your acceptance.',
        })
        await decide(admin, editor, {
          ...{ reference, label: 'Admit', stands: 'Admitted' },
          fields: { 'admit-fellowNo': `${fellowNo}${mark.length}` },
        })

        const entry = page.getByRole('link', { name: `Asha ${people.lastName}` })
        // A cached page may be shown briefly after the change.
        await expect.poll(() => page.goto(list).then(() => entry.count()), { timeout: 10_000 }).toBe(1)
        await entry.click()
        await page.getByRole('heading', { level: 1, name: people.lastName }).waitFor()
        expect(await page.locator('main').innerText()).toContain(people.citation)
        expect(await page.locator('main').innerText()).toContain(grade)
        // A separate job publishes the photograph.
        const picture = page.getByRole('img', { name: 'Photograph of' })
        await expect.poll(() => page.reload().then(() => picture.count())).toBe(1)
        await expectCertificate(page, office, { to: people.email, kind: 'nomination.admitted' })
      },
    )

for (const { way, scripts, mark } of ways)
  test.runIf(isFull)(
    `membership: from the form to the certificate, by a payment on the statement, ${way}`,
    { timeout: 300_000 },
    async ({ office, openSignedOut, openSignedIn }) => {
      const visitor = { javaScriptEnabled: scripts, expected: refusals, acceptDownloads: true }
      await changeSettings(office.db, system, { fee_life_india: 'INR 500' }, new Date())
      const day = new Date().toISOString().slice(0, 10)
      const payment = { payMode: 'upi', payNumber: `UTR0001${mark}00`, payDay: day, payBank: 'Sample Bank' }
      const email = `member-${mark}@example.org`
      const lastName = `Sample member ${mark}`
      const changes = { ...payment, payAmount: '500', email, lastName, listed: 'yes' }

      const page = await openSignedOut(office, visitor)
      const reference = await sendWholeForm(page, office, 'membership', changes, scripts)
      await answerLetter(page, office, {
        ...{ to: email, kind: 'membership.verify', button: 'Confirm my email address' },
        hears: 'Your email address is confirmed',
      })

      const [editor, admin] = await Promise.all(
        bothRoles.map(async (role) => openSignedIn(office, await makeCaseworker(office, { role }), visitor)),
      )
      if (!editor || !admin) throw new Error('Nobody came.')
      await editor.goto(`/editor/cases/${reference}`)
      await move(editor, 'Start scrutiny', 'In scrutiny')
      await move(editor, 'Check the payment', 'Payment not found yet')
      await editor.goto('/editor/payments')
      const statement = `Date,Credit,UTR,Description\n${day},500,${payment.payNumber},A. Sample\n`
      const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) }
      await editor.getByLabel('Statement', { exact: true }).setInputFiles(file)
      await editor.getByRole('button', { name: 'Upload' }).click()
      await editor.getByRole('button', { name: 'Continue' }).click()
      await editor.getByRole('link', { name: reference }).waitFor()
      await editor.getByRole('button', { name: 'Confirm the definite match' }).click()
      await editor.getByText('1 line matched.').waitFor()

      await admin.goto(`/editor/cases/${reference}`)
      await move(admin, 'Approve', 'Approved, not enrolled yet', {
        'approve-decision': 'Council',
        'approve-decidedOn': day,
      })
      await decide(admin, editor, {
        ...{ reference, label: 'Enrol', stands: 'Enrolled', fields: { 'enrol-validFrom': day } },
      })

      await page.goto(`/membership/life-members-or-iaps-associates?name=${encodeURIComponent(lastName)}`)
      await page.locator('main').getByText(lastName).first().waitFor()
      await expectCertificate(page, office, { to: email, kind: 'membership.enrolled' })
    },
  )
