import { createPublicKey } from 'node:crypto'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect } from 'vitest'
import { verifyFile } from '#features/certificates/signature.server.ts'
import {
  moveApplication,
  submitApplication,
  verifyApplication,
} from '#features/memberships/operations.server.ts'
import type { MembershipMove } from '#features/memberships/workflow.ts'
import { makeFilledDraft, passerBy, tokenMailedTo } from '#test/makers/cases.ts'
import { actorFor } from '#test/makers/staff.ts'
import { axeFaults, layoutFaults } from '#test/e2e/harness/faults.ts'
import { again, bytesOf, phone } from '#test/e2e/harness/harness.ts'
import { linkTo, makePerson, refusals, test, type Office } from '#test/e2e/harness/staff-office.ts'

/** An application up to the office's last step, which enrols the applicant. */
async function enrol({ db, address }: Office, admin: { id: string }) {
  const now = new Date()
  const actor = actorFor({ id: admin.id, role: 'admin' })
  const sent = await submitApplication(
    db,
    passerBy,
    address,
    await makeFilledDraft(db, 'membership', now),
    now,
  )
  if (!sent.ok) throw new Error(sent.reason)
  const { reference } = sent
  const { answers_hash: confirmedHash } = await db
    .selectFrom('dossier')
    .select('answers_hash')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const token = await tokenMailedTo(db, 'asha@example.org')
  const answered = { answer: {}, wording: 'Confirm my email address', confirmedHash }
  await verifyApplication(db, passerBy, address, token, answered, now)
  const steps: [MembershipMove, Record<string, string>][] = [
    ['scrutinise', {}],
    ['no-payment', { reason: 'None is set.' }],
    ['approve', { decision: 'Council', decidedOn: '2026-11-01' }],
    ['enrol', { validFrom: '2026-11-02' }],
  ]
  for (const [move, facts] of steps) {
    const moved = await moveApplication(db, actor, address, { reference, move, by: 'admin', facts }, now)
    if (!moved.ok) throw new Error(`${move}: ${moved.reason}`)
  }
}

test(
  'a new member follows the letter to the certificate, and an administrator revokes it',
  { timeout: 180_000 },
  async ({ office, openSignedOut, openSignedIn }) => {
    const admin = await makePerson(office, { role: 'admin', name: 'Meera Iyer' })
    await enrol(office, admin)
    const link = await linkTo(office, 'asha@example.org', 'membership.enrolled')
    const member = await openSignedOut(office, { javaScriptEnabled: false, acceptDownloads: true })
    await member.goto(link)
    await member.getByText('The Academy issued this certificate').waitFor()
    expect(await layoutFaults(member)).toEqual([])
    await member.setViewportSize(phone)
    expect(await layoutFaults(member)).toEqual([])

    const download = member.waitForEvent('download')
    await member.getByRole('link', { name: 'Open the certificate (PDF)' }).click()
    const bytes = await bytesOf(await download)
    const pem = await (await member.request.get('/certificates/key', again)).text()
    expect(verifyFile(bytes, createPublicKey(pem)).verdict).toBe('valid')
    const library = await PDFiumLibrary.init()
    const pdf = await library.loadDocument(bytes)
    expect(pdf.getPageCount()).toBe(1)
    expect(pdf.getPage(0).getText()).toContain('Asha')
    pdf.destroy()
    library.destroy()

    const page = await openSignedIn(office, admin, { expected: refusals })
    await page.goto('/editor/people?q=asha+sample')
    await page.getByRole('link', { name: /Asha/ }).first().click()
    await page.getByRole('link', { name: 'Issue or revoke certificates' }).click()
    await page.locator('summary', { hasText: 'Revoke CM-' }).waitFor()
    expect([...(await layoutFaults(page)), ...(await axeFaults(page))]).toEqual([])
    await page.locator('summary', { hasText: 'Revoke CM-' }).click()
    await page.getByRole('button', { name: 'Revoke CM-' }).click()
    await page.getByRole('alert').getByText('Enter a reason.').waitFor()
    expect([...(await layoutFaults(page)), ...(await axeFaults(page))]).toEqual([])
    await page.getByLabel('Reason').fill('A wrong name.')
    await page.getByRole('button', { name: 'Revoke CM-' }).click()
    await page.getByText('Certificate revoked.').waitFor()

    const anybody = await openSignedOut(office, { colorScheme: 'dark' })
    await anybody.goto('/certificates')
    await anybody.getByLabel('Code').fill(link)
    await anybody.getByRole('button', { name: 'Check', exact: true }).click()
    await anybody.getByText('The Academy revoked this certificate on').waitFor()
    expect([...(await layoutFaults(anybody)), ...(await axeFaults(anybody))]).toEqual([])
  },
)
