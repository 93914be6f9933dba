import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { autumn, test, type Visit } from '#test/harness/site.ts'

/** What the home page and the forms say about nominations follows the office's settings. */

const form = '/fellowship/fellow-nomination-form'

test('if no cycle is set, the published call is shown', async ({ visit }) => {
  expect(await read(visit, '/')).toContain('Nominations of Fellows, 2027')
  expect(await read(visit, form)).toContain('Open until 31 January 2027, 23:59 IST')
})

test.for([
  [
    { fellowOpensAt: '2026-11-01 00:00', fellowClosesAt: '2026-12-15 17:00' },
    'Closes 15 December 2026, 17:00 IST',
    'Open until 15 December 2026, 17:00 IST.',
  ],
  [
    { fellowOpensAt: '2027-02-01 09:00', fellowClosesAt: '' },
    'Opens 1 February 2027, 09:00 IST',
    'Not open yet. Opens 1 February 2027, 09:00 IST.',
  ],
  [
    { fellowOpensAt: '', fellowClosesAt: '2026-10-31 23:59' },
    'Closed on 31 October 2026, 23:59 IST',
    'Closed on 31 October 2026, 23:59 IST. We announce new calls',
  ],
  [{ fellowOpensAt: '2026-11-01 00:00', fellowClosesAt: '' }, 'Open now', 'Open now.'],
] as const)('a cycle of $0 is shown on both pages', async ([cycle, onHome, onForm], { visit, site }) => {
  await changeSettings(site.db, system, cycle, autumn)

  const home = await read(visit, '/')
  expect(home).toContain('Nominations of Fellows')
  expect(home).toContain(onHome)
  expect(home).not.toContain('Nominations of Fellows, 2027')
  expect(home).toContain('Nominations of Associate Fellows, 2027')
  expect(await read(visit, form)).toContain(onForm)
})

/** The words of a page as shown. */
async function read(visit: Visit, address: string) {
  const html = await (await visit(address)).text()
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  return main.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
}
