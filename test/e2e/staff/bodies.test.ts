import { expect } from 'vitest'
import { axeFaultsInBothThemes, layoutFaults } from '#test/e2e/harness/faults.ts'
import { phone } from '#test/e2e/harness/harness.ts'
import { announced, makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'

test(
  'an administrator creates the council with its members, and a visitor reads who belonged to it on a day',
  { timeout: 180_000 },
  async ({ office, openSignedOut, openSignedIn }) => {
    const admin = await makePerson(office, { role: 'admin', name: 'Meera Iyer' })
    const page = await openSignedIn(office, admin, { expected: refusals })
    await page.goto('/admin/bodies')
    await page.getByLabel('Name').fill('Executive Council')
    await page.getByLabel('Kind').selectOption('council')
    await page.getByRole('button', { name: 'Create body' }).click()
    await page.getByText('Created. Add its members').waitFor()

    const add = async (name: string, post: string, from: string, to: string) => {
      await page.getByLabel('Name of the member').fill(name)
      await page.getByLabel('Post').selectOption(post)
      await page.getByLabel('First day').fill(from)
      await page.getByLabel('Last day').last().fill(to)
      await page.getByRole('button', { name: 'Add member' }).click()
    }
    await page.getByRole('button', { name: 'Add member' }).click()
    expect(await announced(page)).toEqual([
      'Enter the number in the register, or the name of someone outside it.',
    ])
    await add('Meghnad Saha', 'chair', '2020-01-01', '2022-12-31')
    await page.getByText('Member added.').waitFor()
    await add('Satyendra Bose', 'chair', '2022-01-01', '')
    expect(await announced(page)).toEqual([
      'The body has a chair at that time. Enter the last day of that term first.',
    ])
    await add('Satyendra Bose', 'chair', '2023-01-01', '')
    await page.getByRole('row', { name: /Satyendra Bose/ }).waitFor()
    expect([...(await layoutFaults(page)), ...(await axeFaultsInBothThemes(page))]).toEqual([])
    await page.setViewportSize(phone)
    expect(await layoutFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel('Visitors see the members and their terms').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()

    const visitor = await openSignedOut(office, { javaScriptEnabled: false })
    await visitor.goto('/iaps/executive-council')
    await visitor.getByRole('row', { name: /Satyendra Bose.*Chair/ }).waitFor()
    expect([...(await layoutFaults(visitor))]).toEqual([])
    await visitor.getByLabel('Show the members on another day').fill('2021-06-01')
    await visitor.getByRole('button', { name: 'Show members' }).click()
    await visitor.getByRole('row', { name: /Meghnad Saha.*Chair/ }).waitFor()
    await visitor.setViewportSize({ width: 320, height: 700 })
    expect(await layoutFaults(visitor)).toEqual([])
  },
)
