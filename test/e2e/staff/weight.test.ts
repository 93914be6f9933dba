import { expect } from 'vitest'
import { addNote } from '#features/cases/operations.server.ts'
import type { AnswerRow, Answers } from '#features/forms/questions.ts'
import { pagesOf } from '#test/e2e/harness/hydrated-pages.ts'
import { weigh, type PageWeight } from '#test/e2e/harness/page-weight.ts'
import { hydrated, makeCaseworker, refusals, test } from '#test/e2e/harness/staff-office.ts'
import { isFull } from '#test/harness/scale.ts'
import { makeStore, rightAnswers } from '#test/makers/cases.ts'
import { makeCase } from '#test/makers/casework.ts'
import { actorFor } from '#test/makers/staff.ts'

/** What browsers load for a page with an empty cache. All pages of one kind have the same files, so some stand for all. */

const staffPage = { requests: 15, kilobytes: 250 }

const taken = ['/admin/dashboard', '/editor/people', '/editor/media']

test(
  'a page of the staff area needs few requests and few kilobytes',
  { timeout: 300_000 },
  async ({ office, openSignedOut }) => {
    const pages = (await pagesOf(office)).filter(
      ({ path }) => /^\/(admin|editor|account)\//.test(path) && (isFull || taken.includes(path)),
    )
    const heavy: (PageWeight & { path: string })[] = []
    for (const { path, open } of pages) {
      const page = await openSignedOut(office, { expected: refusals })
      await open(page)
      // The editor loads where someone writes, after the page is there.
      const weight = await weigh(page, /\/writing-area-|\/working-copy/)
      if (weight.requests > staffPage.requests || weight.kilobytes > staffPage.kilobytes)
        heavy.push({ path, ...weight })
      await page.context().close()
    }
    expect(pages.length).toBeGreaterThanOrEqual(taken.length)
    expect(heavy).toEqual([])
  },
)

/** Of a window of 1440 by 900 pixels. */
const screen = 900
const mostScreens = 9

test('the page of a case with a long nomination is at most nine screens high, and its actions are on the first two', async ({
  office,
  openSignedIn,
}) => {
  const now = new Date()
  const person = await makeCaseworker(office, { role: 'admin' })
  const reference = await makeCase(office.db, now, {
    state: 'complete',
    changes: longNomination(),
    files: files(),
  })
  for (const note of ['The vitae came by post.', 'She is a member.', words(60)])
    await addNote(office.db, actorFor(person), reference, note, now)
  const page = await openSignedIn(office, person, { viewport: { width: 1440, height: screen } })
  await page.goto(`/editor/cases/${reference}`)
  await hydrated(page)

  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const actionsEnd = await page.evaluate(
    () => document.querySelector('#conflicts')?.getBoundingClientRect().top,
  )
  expect(height).toBeLessThanOrEqual(mostScreens * screen)
  expect(actionsEnd).toBeLessThanOrEqual(2 * screen)
})

function words(count: number): string {
  return Array.from({ length: count }, () => 'light').join(' ')
}

/** Each text at about two thirds of what the form takes, and as many rows as strong nominations have. */
function longNomination(): Answers {
  const { fellow } = rightAnswers
  const rows = (name: string, count: number, row: AnswerRow) =>
    Array.from({ length: count }, () => ({ ...(fellow[name] as AnswerRow[] | undefined)?.[0], ...row }))
  return {
    ...{ citation: words(35), statement: words(140), analysis: words(650), service: words(100) },
    ...{ remarks: words(100), homeAddress: '2 Sample Road, 211001', otherEmail: 'other@example.org' },
    degrees: rows('degrees', 3, {}),
    positions: rows('positions', 6, { to: '1990' }),
    honours: rows('honours', 6, { name: 'Sample Medal', body: 'Sample Academy', year: '2001' }),
    publications: rows('publications', 10, { title: words(14), authors: 'A. Sample, B. Sample, C. Sample' }),
    experts: rows('experts', 5, {}),
  }
}

function files() {
  const pdf = { mediaType: 'application/pdf', bytes: Buffer.from('%PDF'), store: makeStore() }
  const questions = ['vitae', 'allPublications', 'bestPapers', 'bestPapers', 'support']
  return questions.map((question, at) => ({ ...pdf, question, name: `${question}-${at}.pdf` }))
}
