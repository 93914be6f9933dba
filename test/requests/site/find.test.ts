import { expect } from 'vitest'
import { enrolPeople } from '#features/people/operations.server.ts'
import { addRedirect } from '#features/content/addresses/redirect-operations.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { lampData, makeDraft } from '#test/makers/content.ts'
import { ask } from '#test/harness/http.ts'
import { autumn } from '#test/harness/site.ts'
import { actorFor, listActions } from '#test/makers/staff.ts'
import { test as base } from '#test/harness/visitors.ts'

/** What the palette finds, for whom, and what that records in the trail. */

const somebody = {
  givenName: 'Zubin',
  category: 'life',
  since: 1999,
  discipline: 'Physics',
  country: 'India',
} as const

const test = base.extend<{ find: (who: 'admin' | 'editor', q: string) => Promise<string[]> }>({
  find: [
    async ({ port, site, callers }, use) => {
      const admin = actorFor({ id: callers.admin.id, role: 'admin' })
      await makeDraft(site.db, admin, autumn, { ...lampData, title: 'Zanzibar lamp 50 %' })
      await addRedirect(site.db, admin, { from: '/zanzibar-old', to: '/awards' }, autumn)
      await enrolPeople(
        site.db,
        [
          { ...somebody, memberNo: 'Z-1', familyName: 'Zanzibarwala', listed: true },
          { ...somebody, memberNo: 'Z-2', familyName: 'Zimmermann', listed: false },
        ],
        autumn,
      )
      const letter = { kind: 'test', subject: 'Zither', text: 'Hello.', html: '<p>Hello.</p>' }
      await queueLetter(site.db, { ...letter, to: 'zora@example.org' }, autumn)
      await use(async (who, q) => {
        const address = `/editor/find?${new URLSearchParams({ q })}`
        const { status, text } = await ask(port, address, { cookie: callers[who].cookie })
        expect(status).toBe(200)
        const { groups } = JSON.parse(text) as {
          groups: { label: string; commands: { label: string; hint: string; href: string }[] }[]
        }
        return groups.flatMap(({ label, commands }) =>
          commands.map((command) => `${label}: ${command.label} (${command.hint})`),
        )
      })
    },
    { scope: 'file' },
  ],
})

test('drafts, people, redirects and files are found by any of their words', async ({ find }) => {
  expect(await find('editor', 'ZANZI')).toEqual([
    'Content: Zanzibar lamp 50 % (Award, draft)',
    'People: Zubin Zanzibarwala (in the public directory)',
    'Redirects: /zanzibar-old (redirects to /awards)',
  ])
  expect(await find('editor', 'lamp zanz')).toEqual(['Content: Zanzibar lamp 50 % (Award, draft)'])
  expect(await find('editor', 'z-2')).toContain('People: Zubin Zimmermann (not in the public directory)')
  expect((await find('editor', '.pdf')).some((line) => line.startsWith('Files: '))).toBe(true)
})

test('only administrators find accounts, letters and settings', async ({ find }) => {
  const accounts = await find('admin', 'meera')
  expect(accounts).toContain('Staff accounts: Meera Rao (Active)')
  expect(await find('admin', 'zither')).toEqual(['Emails: Zither, to zora@example.org (Waiting)'])
  expect(await find('admin', 'neutral')).toEqual(['Settings: Neutral sign-in messages (Signing in)'])
  for (const q of ['meera', 'zither', 'neutral', 'zora@example.org'])
    expect(await find('editor', q)).toEqual([])
})

test('finding someone who is not public makes one entry; other findings make none', async ({
  find,
  site,
}) => {
  const before = (await listActions(site.db)).length
  await find('editor', 'zanzi')
  await find('editor', 'nobody is called so')
  await find('editor', '')
  expect((await listActions(site.db)).slice(before)).toEqual([])

  await find('editor', 'zimmermann')
  await find('admin', 'zither')
  expect((await listActions(site.db)).slice(before)).toEqual(['find.read', 'find.read'])
  const { body } = await site.db
    .selectFrom('audit_detail')
    .select('body')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(body)).toMatchObject({ q: 'zither', people: 0, accounts: 0, letters: 1 })
})

test('characters of a search language are taken literally', async ({ find }) => {
  expect(await find('editor', '50 %')).toContain('Content: Zanzibar lamp 50 % (Award, draft)')
  for (const q of ['%', '_', '%_%', '*', '"', "'", '\\', 'NEAR(a b)', 'zanzibar_lamp', 'z%r'])
    expect((await find('editor', q)).filter((line) => line.includes('Zanzibarwala'))).toEqual([])
})

test('what is too long or unknown is refused with a sentence', async ({ port, callers }) => {
  for (const query of [`q=${'a'.repeat(81)}`, 'q=a&q=b', 'kind=person']) {
    const { status, text } = await ask(port, `/editor/find?${query}`, { cookie: callers.admin.cookie })
    expect(status).toBe(400)
    expect((JSON.parse(text) as { sentence: string }).sentence).not.toBe('')
  }
})
