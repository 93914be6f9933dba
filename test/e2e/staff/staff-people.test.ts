import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFaultsInBothThemes, layoutFaults } from '#test/e2e/harness/faults.ts'
import { bytesOf, phone } from '#test/e2e/harness/harness.ts'
import { announced, hydrated, makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'
import { onlyInFull } from '#test/harness/scale.ts'

const list = `Mitgl. Nr.;Name;Institut;Jahr;Land;Public
U-1;Müller, Dr Jürgen;Universität Göttingen;1999;Germany;yes
U-2;डॉ. आशा वर्मा;काशी हिन्दू विश्वविद्यालय;2001;India;yes
U-3;=HYPERLINK("http://evil.example");<script>alert(1)</script>;2003;India;yes
U-4;;Nowhere;2003;India;yes
`

test(
  'a list with umlauts and Hindi names is imported, reported on and undone',
  { timeout: 180_000 },
  async ({ office, openSignedOut, openSignedIn }) => {
    const editor = await makePerson(office, { role: 'editor', name: 'Meera Iyer' })
    const page = await openSignedIn(office, editor, { expected: refusals })
    await page.goto('/editor/people')
    await page.getByRole('link', { name: 'Import people' }).click()

    await page
      .getByLabel('File')
      .setInputFiles({ name: 'x.pdf', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7') })
    await page.getByRole('button', { name: 'Upload' }).click()
    expect(await announced(page)).toEqual(['This is a PDF. Choose a CSV or XLSX file.'])

    // As a newer spreadsheet on Windows writes it, unlike an old one: UTF-16 with semicolons.
    const buffer = Buffer.from(`\ufeff${list}`, 'utf16le')
    await page.getByLabel('File').setInputFiles({ name: 'Mitglieder.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('heading', { name: 'Match the columns' }).waitFor()
    expect(await soundness(page)).toEqual([])

    await page.getByRole('button', { name: 'Check the rows' }).click()
    expect(await announced(page)).toEqual(['Choose the column with the member numbers.'])
    await page.getByLabel('Member number').selectOption({ label: 'Mitgl. Nr. (U-1, U-2, U-3)' })
    await page.getByLabel('Institution').selectOption('2')
    await page.getByLabel('Year of joining', { exact: true }).first().selectOption('3')
    await page.getByRole('button', { name: 'Check the rows' }).click()

    await page.getByRole('heading', { name: 'Preview' }).waitFor()
    await page.getByText('Enter the family name.').waitFor()
    expect(await soundness(page)).toEqual([])
    await page.getByRole('button', { name: 'Import: add 3, update 0' }).click()
    await page.getByText('Import finished.').waitFor()
    expect(await soundness(page)).toEqual([])

    const download = page.waitForEvent('download')
    await page.getByText('Export all rows with a problem').click()
    await page.locator('#rows-reason').fill('To correct them')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const saved = (await bytesOf(await download)).toString()
    expect(saved).toContain('U-4')
    expect(saved).toContain('Enter the family name.')

    const visitor = await openSignedOut(office)
    await visitor.goto('/membership/life-members-or-iaps-associates?name=muller')
    expect(await visitor.getByRole('row', { name: /Dr Jürgen Müller/ }).count()).toBe(1)
    await visitor.goto('/search?q=आशा')
    expect(await visitor.getByText('डॉ. आशा वर्मा').count()).toBeGreaterThan(0)
    await visitor.goto('/membership/life-members-or-iaps-associates?name=hyperlink')
    expect(await visitor.getByText('<script>alert(1)</script>').count()).toBe(1)

    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByText('Import undone.').waitFor()
    await page.goto('/editor/people?q=muller')
    await page.getByText('No results', { exact: true }).waitFor()
  },
)

test(
  'a second file finds existing people, and the choices are remembered',
  onlyInFull,
  async ({ office, openSignedIn }) => {
    const editor = await makePerson(office, { role: 'editor' })
    const page = await openSignedIn(office, editor, { viewport: phone })
    const {
      member_no: memberNo,
      given_name: given,
      family_name: family,
      institution,
    } = await office.db
      .selectFrom('person')
      .select(['member_no', 'given_name', 'family_name', 'institution'])
      .where('institution', 'is not', null)
      .where('given_name', 'like', '% %')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const initials = given.replaceAll(/(\S)\S*/g, '$1.')
    const csv = `No,Name,Institute,Year\n${memberNo},${given} ${family},Elsewhere,1999\nX-77,${family} ${initials},"${institution}",1999\n`
    await page.goto('/editor/people/import')
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByRole('heading', { name: 'Possible duplicates' }).waitFor()
    expect(await soundness(page)).toEqual([])

    const decisions = page.locator('select[name^=row-]')
    expect(await decisions.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))).toEqual([
      'update',
      'skip',
    ])
    await decisions.nth(1).selectOption('add')
    await page.getByRole('button', { name: 'Save decisions' }).click()
    await page.getByRole('button', { name: 'Import: add 1, update 1' }).waitFor()
    await page.getByRole('button', { name: 'Delete this file' }).click()
    await page.getByText('File deleted.').waitFor()
  },
)

test('a person is added and changed by the keyboard alone', async ({ office, openSignedIn }) => {
  const editor = await makePerson(office, { role: 'editor' })
  const page = await openSignedIn(office, editor)
  await page.goto('/editor/people/new')
  await hydrated(page)
  await page.getByLabel('Title').focus()
  await type(page, ['Dr', 'Tara', 'Nair', 'K-900', undefined, '2004', '', 'Optics'])
  await page.getByLabel('City').focus()
  await page.keyboard.type('Kochi')
  await page.keyboard.press('Enter')
  await page.getByText('Added to the register.').waitFor()

  await page.getByLabel('City').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Pune')
  await page.keyboard.press('Enter')
  await page.getByText('Saved. The directory and search are up to date.').waitFor()
  expect(await page.getByText('Kochi → Pune').count()).toBe(1)
})

test('of two people who change the same person the second sees both values and loses nothing', async ({
  office,
  openSignedIn,
}) => {
  const [one, two] = [
    await makePerson(office, { role: 'editor' }),
    await makePerson(office, { role: 'editor' }),
  ]
  const { id } = await office.db
    .selectFrom('person')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const first = await openSignedIn(office, one)
  const second = await openSignedIn(office, two, { expected: refusals })
  for (const page of [first, second]) {
    await page.goto(`/editor/people/${id}`)
    await hydrated(page)
  }
  await first.getByLabel('City').fill('Chennai')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await first.getByText('Saved.').waitFor()

  await second.getByLabel('City').fill('Madurai')
  await second.getByLabel('Specialisation').fill('Tides')
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  expect(await announced(second)).toEqual([
    'Someone else saved changes to this person since you opened the page.',
  ])
  expect(await second.getByRole('row', { name: /City/ }).innerText()).toMatch(/Madurai[\s\S]*Chennai/)
  expect(await second.getByLabel('City').inputValue()).toBe('Madurai')
  expect(await second.getByLabel('Specialisation').inputValue()).toBe('Tides')
  expect(await soundness(second)).toEqual([])

  await second.getByRole('button', { name: 'Save my version' }).click()
  await second.getByText('Saved.').waitFor()
  expect(await second.getByLabel('City').inputValue()).toBe('Madurai')
})

test(
  'an editor changes the address of a fellow’s page, and the former one leads there',
  onlyInFull,
  async ({ office, openSignedIn }) => {
    const editor = await makePerson(office, { role: 'editor' })
    const page = await openSignedIn(office, editor, { expected: refusals })
    const fellows = office.db.selectFrom('person').select(['id', 'slug']).where('slug', 'is not', null)
    const { id, slug } = await fellows.orderBy('id').executeTakeFirstOrThrow()
    await page.goto(`/editor/people/${id}`)
    await hydrated(page)
    await page.getByText('Address of the page').click()
    const field = page.getByLabel('Address', { exact: true })
    expect(await field.inputValue()).toBe(slug)
    await field.fill('Their Name')
    await page.getByRole('button', { name: 'Change address' }).click()
    expect(await announced(page)).toEqual(['Use only lowercase letters, digits and single hyphens.'])
    expect(await field.inputValue()).toBe('Their Name')
    expect(await soundness(page)).toEqual([])

    await field.fill('their-name')
    await page.getByRole('button', { name: 'Change address' }).click()
    await page.getByText('Address changed.').waitFor()
    await page.goto(`/fellowship/fellows/${slug}`)
    expect(new URL(page.url()).pathname).toBe('/fellowship/fellows/their-name')
  },
)

test('several people leave the public lists together, are removed by two officers and restored', async ({
  office,
  openSignedIn,
}) => {
  const editor = await makePerson(office, { role: 'editor' })
  const page = await openSignedIn(office, editor)
  await page.goto('/editor/people?listed=yes')
  await hydrated(page)
  const boxes = page.locator('tbody input[type=checkbox]')
  for (const at of [0, 1]) await boxes.nth(at).check()
  await page.getByRole('button', { name: 'Remove from the public directory' }).click()
  await page.getByText('2 people removed from the public directory.').waitFor()
  await hydrated(page)
  await boxes.first().check()
  await page.getByRole('button', { name: 'Remove from the register' }).click()
  await page.getByLabel('Reason for the removal').fill('Entered twice by mistake.')
  await page.getByRole('button', { name: 'Propose removal' }).click()
  await page.getByText('Removal proposed.').waitFor()
  const other = await openSignedIn(office, await makePerson(office, { role: 'admin' }))
  await other.goto('/editor/people?state=removal')
  await other.locator('tbody a').first().click()
  await other.getByText('Reason: Entered twice by mistake.').first().waitFor()
  await other.getByRole('button', { name: /^Remove / }).click()
  await other.getByText('Removed from the register.').waitFor()
  await page.goto('/editor/people?state=bin')
  await hydrated(page)
  await boxes.first().check()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('One person restored.').waitFor()
})

test('an administrator exports the filtered list, and gives a reason', async ({ office, openSignedIn }) => {
  const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }))
  await page.goto('/editor/people?discipline=Physics')
  await page.getByText('Export this list').click()
  await page.getByLabel('Reason').fill('For the council.')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const text = (await bytesOf(await download)).toString()
  expect(text.split('\r\n').length).toBeGreaterThan(3)
  expect(
    text
      .split('\r\n')
      .slice(1, -1)
      .every((line) => line.includes('Physics')),
  ).toBe(true)
  await page.goto('/admin/audit?action=people.exported')
  await page.getByText('Reason: For the council.').waitFor()
})

async function type(page: Page, texts: (string | undefined)[]) {
  for (const text of texts) {
    if (text) await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
}

async function soundness(page: Page): Promise<string[]> {
  return [...(await layoutFaults(page)), ...(await axeFaultsInBothThemes(page))]
}
