import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { runProgram } from '#test/harness/processes.ts'
import { autumn, test } from '#test/harness/site.ts'

/** The tests of this file build on each other: the first removes the samples. */

const addresses = [
  '/',
  '/iaps',
  '/iaps/aims-objective-of-iaps',
  '/iaps/constitution',
  '/iaps/executive-council',
  '/fellowship',
  '/fellowship/associate-fellowship',
  '/fellowship/fellows',
  '/fellowship/fellow-nomination-form',
  '/fellowship/associate-fellow-nomination-form',
  '/awards',
  '/awards/academic-gold-medal-award',
  '/awards/prof-pn-pandey-research-award',
  '/awards/young-scientist-award',
  '/newsletter',
  '/news',
  '/conferences',
  '/conferences/international',
  '/conferences/other-iaps-conference/international',
  '/conferences/other-iaps-conference/national',
  '/membership',
  '/membership/rules',
  '/membership/form',
  '/membership/life-members-or-iaps-associates',
  '/activities',
  '/activities/iaps-memorial-lectures',
  '/activities/iaps-workshop',
  '/activities/online-lectures',
  '/activities/other-programs',
  '/calendar',
  '/gallery',
  '/contact-us',
  '/archive',
  '/archive?type=minutes',
  '/search',
  '/search?q=sample',
  '/admin/admin-editor-login',
  '/feed.atom',
  '/news/feed.atom',
  '/newsletter/feed.atom',
  '/conferences/feed.atom',
  '/activities/feed.atom',
  '/calendar.ics',
  '/sitemap.xml',
]

test('one command removes every sample from the running site and says how many', async ({
  port,
  testSite,
  site,
}) => {
  await changeSettings(site.db, system, { linkedinUrl: 'https://www.linkedin.com/company/example' }, autumn)
  const { text: before } = await ask(port, '/')
  expect(before).toMatch(/>\s*Sample\s*</)
  const counts = { entries: await countSamples(site.db, 'entry'), files: await countSamples(site.db, 'file') }
  const { code, errors, lines } = await removeSamples(testSite)

  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(lines).toEqual([
    `Removed ${counts.entries} sample entries, 200 sample people, ${counts.files} sample files and 2 sample addresses of social networks.`,
  ])
  for (const table of ['entry', 'person', 'file', 'search_entry'] as const)
    expect(await countSamples(site.db, table)).toBe(0)
  await vi.waitFor(async () => expect((await ask(port, '/')).text).not.toMatch(/>\s*Sample\s*</), {
    timeout: 2000,
  })
})

test('the addresses that staff had set themselves stay', async ({ site }) => {
  expect(await readSettings(site.db)).toMatchObject({
    facebookUrl: '',
    twitterUrl: '',
    linkedinUrl: 'https://www.linkedin.com/company/example',
  })
})

test('no unused bytes are left', async ({ testSite, site }) => {
  const named = await site.db.selectFrom('file').select('sha256').execute()
  const variants = await site.db.selectFrom('picture_variant').select('sha256').execute()
  const stored = readdirSync(join(testSite.dataDir, 'files'), { recursive: true, withFileTypes: true })

  expect(
    stored
      .filter((item) => item.isFile())
      .map((item) => item.name)
      .toSorted(),
  ).toEqual([...new Set([...named, ...variants].map(({ sha256 }) => sha256))].toSorted())
})

test.for(addresses)('%s still answers, without samples', async (address, { port }) => {
  const answer = await ask(port, address)

  expect(answer.status).toBe(200)
  expect(answer.text).not.toMatch(/>\s*Sample\s*<|\(sample\)/)
  expect(shownText(answer.text)).not.toMatch(/undefined|NaN|Invalid Date|\[object/)
})

test('no page links to a picture or a page that was removed with the samples', async ({ port }) => {
  const logged = captureLog()
  const links = new Set<string>()
  for (const address of addresses) {
    const { text } = await ask(port, address)
    for (const [, link = ''] of text.matchAll(/ (?:href|src)="(\/[^"#]*)/g))
      links.add(link.replaceAll('&amp;', '&'))
  }
  const broken: string[] = []
  for (const link of links) if ((await ask(port, link)).status >= 400) broken.push(link)

  expect(broken).toEqual([])
  expect(logged).toEqual([])
  expect(links.size).toBeGreaterThan(30)
})

test('the command may be run twice', async ({ testSite }) => {
  const { code, lines } = await removeSamples(testSite)

  expect(code).toBe(0)
  expect(lines[0]).toMatch(/^Removed 0 sample entries, 0 sample people, 0 sample files and 0 sample/)
})

test('a wrong setting stops the command with one sentence', async ({ testSite }) => {
  const command = runProgram('scripts/remove-samples.ts', {
    DATA_DIR: testSite.dataDir,
    DATABASE_URL: 'mysql://x',
  })

  expect(await command.ended).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^DATABASE_URL must be [^\n]+\.\n$/),
    lines: [],
  })
})

function shownText(html: string) {
  return html.replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, '').replaceAll(/<[^>]+>/g, ' ')
}

function removeSamples({ dataDir, database }: { dataDir: string; database: string }) {
  const env = database.startsWith('postgres') ? { DATABASE_URL: database } : {}
  return runProgram('scripts/remove-samples.ts', { DATA_DIR: dataDir, ...env }).ended
}

async function countSamples(
  db: Parameters<typeof readSettings>[0],
  table: 'entry' | 'person' | 'file' | 'search_entry',
) {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sample_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
