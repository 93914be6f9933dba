import { expect } from 'vitest'
import { mayRead, policy } from '#routes/request/policy.server.ts'
import { ask } from '#test/harness/http.ts'
import { test, accessRolesOf } from '#test/harness/visitors.ts'
import type { Site } from '#site.ts'

/**
 * What each address of the staff area shows about people, and the audit entry that opening it makes. Decision 10 says
 * what counts; a route without a line fails.
 */
type Declared = { entry: string } | { none: string }

const own = { none: 'only about the one who asks' }
const colleagues = { none: 'of people only the names of colleagues, beside what they did' }
const nobody = { none: 'names nobody' }
const posted = { none: 'is answered only when sent, and that is an act with an entry of its own' }

const find = 'routes/staff/desk/find'

const declared: Record<string, Declared> = {
  'routes/staff/audit/audit-trail': { entry: 'audit.read' },
  'routes/staff/accounts/staff-accounts': { entry: 'staff-list.read' },
  'routes/staff/accounts/staff-account': { entry: 'staff.read' },
  'routes/staff/mail/mail': { entry: 'mail-list.read' },
  'routes/staff/letters/letter': { entry: 'mail.read' },
  'routes/staff/cases/case-list': { entry: 'case-list.read' },
  'routes/staff/cases/case-page': { entry: 'case.read' },
  'routes/staff/cases/case-records': { entry: 'case.read' },
  'routes/staff/cases/case-rules': { entry: 'case.read' },
  'routes/staff/cases/case-decision': { entry: 'case.read' },
  'routes/staff/cases/case-print': { entry: 'case.read' },
  'routes/staff/cases/case-pdf': posted,
  'routes/staff/cases/case-file': { entry: 'case-file.read' },
  'routes/staff/payments/payment-statement': { entry: 'payments.read' },
  'routes/staff/payments/receipt': { entry: 'case-receipt.read' },
  'routes/staff/people/people': { entry: 'people.read' },
  'routes/staff/people/duplicates': { entry: 'people.read' },
  'routes/staff/people/request-photograph': { entry: 'person.read' },
  'routes/staff/people/requests': { entry: 'people.read' },
  'routes/staff/enquiries/inbox': { entry: 'enquiry-list.read' },
  'routes/staff/enquiries/enquiry': { entry: 'enquiry.read' },
  'routes/staff/enquiries/subscribers': { entry: 'newsletter-list.read' },
  'routes/staff/people/person': { entry: 'person.read' },
  'routes/staff/people/person-certificates': { entry: 'person.read' },
  'routes/staff/people/person-helpers': { entry: 'person.read' },
  'routes/staff/people-import/people-import': { entry: 'people-import.read' },
  'routes/staff/people-import/people-import-rows': posted,
  'routes/staff/people-import/people-import-report': posted,

  'routes/staff/bodies/body': { entry: 'body.read' },

  [find]: {
    none: 'makes one if the answer names someone who is not public, see below',
  },

  'routes/staff/shared/frame': own,
  'routes/staff/account/profile': own,
  'routes/staff/account/password': own,
  'routes/staff/account/factors': own,
  'routes/staff/sign-in/confirm': own,
  'routes/staff/account/sessions': own,
  'routes/staff/sign-in/second-factor': own,
  'routes/staff/sign-in/sign-in': own,
  'routes/staff/sign-in/sign-out': own,
  'routes/staff/sign-in/forgotten-password': own,
  'routes/staff/sign-in/follow-link': own,
  'routes/staff/sign-in/leaving': own,
  'routes/staff/sign-in/provider-return': own,
  'routes/staff/account/providers': own,

  'routes/staff/people-import/people-imports': colleagues,
  'routes/staff/payments/payment-list': colleagues,
  'routes/staff/content/entry-list': colleagues,
  'routes/staff/content/entry-templates': colleagues,
  'routes/staff/content/entry-page': colleagues,
  'routes/staff/content/entry-versions': colleagues,

  'routes/staff/desk/admin-dashboard': nobody,
  'routes/staff/desk/editor-dashboard': nobody,
  'routes/staff/people/person-new': nobody,
  'routes/staff/cases/case-statistics': nobody,
  'routes/staff/visits/visits': nobody,
  'routes/staff/enquiries/newsletter-mailing': nobody,
  'routes/staff/settings/links-page': nobody,
  'routes/staff/content/begin-entry': nobody,
  'routes/staff/content/facts-to-confirm': nobody,
  'routes/staff/content/share-preview': nobody,
  'routes/staff/content/preview-entry': nobody,
  'routes/staff/content/page-choices': nobody,
  'routes/staff/content/edit-page': nobody,
  'routes/staff/letters/letter-wordings': colleagues,
  'routes/staff/letters/letter-wording': nobody,
  'routes/staff/privacy/privacy': {
    none: 'names cases only; a search for a person is an action with its own entry',
  },
  'routes/staff/bodies/bodies': nobody,
  'routes/staff/rulebooks/rulebooks': nobody,
  'routes/staff/rulebooks/rulebook': colleagues,
  'routes/staff/rulebooks/rule': nobody,
  'routes/staff/rulebooks/rulebook-cases': nobody,
  'routes/staff/settings/settings': nobody,
  'routes/staff/settings/certificate-officers': nobody,
  'routes/staff/settings/settings-page': nobody,
  'routes/staff/settings/menu-page': nobody,
  'routes/staff/site-copy/site-copy': nobody,
  'routes/staff/site-copy/site-import': nobody,
  'routes/staff/settings/samples': nobody,
  'routes/staff/settings/system': nobody,
  'routes/staff/media/media-library': nobody,
  'routes/staff/media/media-file': nobody,
  'routes/staff/media/media-choices': nobody,
  'routes/staff/media/media-whole': nobody,

  'routes/staff/privacy/person-data-export': posted,
  'routes/staff/audit/audit-export': posted,
  'routes/staff/accounts/staff-export': posted,
  'routes/staff/people/people-export': posted,
  'routes/staff/enquiries/subscribers-export': posted,
  'routes/staff/cases/statistics-export': posted,
  'routes/staff/cases/cases-export': posted,
  'routes/staff/mail/mail-export': posted,
  'routes/staff/settings/links-export': posted,
  'routes/staff/media/media-export': posted,
  'routes/staff/content/entries-export': posted,
  'routes/staff/site-copy/site-copy-file': posted,
  'routes/staff/site-copy/site-copy-upload': posted,
  'routes/staff/media/media-upload': posted,
  'routes/staff/content/save-entry': posted,
  'routes/staff/content/working-copy': posted,
  'routes/staff/sign-in/passkey-sign-in': posted,
  'routes/staff/account/passkey-add': posted,
}

test('every route of the staff area declares what it shows about people', ({ table }) => {
  const routes = table.map(({ id }) => id).filter((id) => id.startsWith('routes/staff/'))

  expect(routes.toSorted()).toEqual(Object.keys(declared).toSorted())
})

test('the policy names the loaders that record such a reading', () => {
  const audited = Object.entries(policy).filter(([, { loaderWrites }]) => loaderWrites === 'audited-read')
  const recording = Object.keys(declared).filter((id) => 'entry' in declared[id]! || id === find)

  expect(audited.map(([id]) => id).toSorted()).toEqual(recording.toSorted())
})

test('one reading of personal data is one entry, by page and by data, and other pages make none', async ({
  port,
  site,
  table,
  callers,
}) => {
  const wrong: string[] = []
  const pages = table.filter(({ id, isLayout }) => id in declared && !isLayout)
  for (const { id, path } of pages)
    for (const who of ['admin', 'editor', 'office'] as const)
      for (const address of [path, `${path}.data`]) {
        const before = await lastEntry(site)
        const { status } = await ask(port, address, { cookie: callers[who].cookie })
        const entries = await entriesSince(site, before)
        const line = declared[id]
        const expected =
          line && 'entry' in line && mayRead(id, accessRolesOf(who))
            ? [`${line.entry} by staff:${callers[who].id}`]
            : []
        if (status >= 500 || entries.join() !== expected.join())
          wrong.push(`${who} ${address}: ${status}, ${entries.join(', ') || 'no entry'}`)
      }

  expect(wrong).toEqual([])
})

test('the entry contains the search terms and the origin', async ({ port, site, callers }) => {
  const { cookie } = callers.admin
  await ask(port, '/admin/audit?q=lamp&from=2026-11-01&page=2', { cookie })
  await ask(port, '/editor/people?q=nair&listed=no', { cookie })

  const rows = await site.db
    .selectFrom('audit_detail')
    .select('body')
    .orderBy('seq', 'desc')
    .limit(2)
    .execute()
  expect(rows.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { q: 'nair', listed: 'no', page: 1, address: '127.0.0.1' },
    // There is no second page, so the last one is shown, and the entry says so.
    { q: 'lamp', from: '2026-11-01', page: 1, shown: 1, address: '127.0.0.1' },
  ])
})

test('the Admin Dashboard shows how many wait for approval, and nobody’s name', async ({ port, callers }) => {
  const { text } = await ask(port, '/admin/dashboard', { cookie: callers.admin.cookie })

  expect(text).toContain('1 account is waiting for approval')
  expect([text.includes('Ravi Iyer'), text.includes(callers.pending.id)]).toEqual([false, false])
})

async function lastEntry({ db }: Site): Promise<number> {
  return (await db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq
}

async function entriesSince({ db }: Site, seq: number): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['action', 'actor'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute()
  return rows.map(({ action, actor }) => `${action} by ${actor}`)
}
