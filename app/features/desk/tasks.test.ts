import { expect, test } from 'vitest'
import { tasksOf, type ShownDesk } from './tasks.ts'

const now = Date.UTC(1995, 0, 2, 9)
const none = { total: 0, lines: [] }
const quiet: ShownDesk = {
  mayPublish: true,
  drafts: none,
  inReview: none,
  reviews: { toReview: [], decided: [] },
  scheduled: none,
  published: [],
  calls: { open: [], coming: [], closed: [], past: [] },
  enquiries: { new: 0, mine: 0, held: 0, answered: 0, closed: 0 },
  onlyEnquiry: undefined,
  samples: 0,
  cases: {
    queues: [],
    mine: { count: 0, oldestAt: 0 },
    due: none,
    unreached: none,
    submissions: [],
    now,
  },
  changes: [],
  visits: [],
}

test('nothing is listed of what has nothing waiting', () => {
  expect(tasksOf(quiet, true)).toEqual([])
})

test('each feature says in its own words what waits, one thing or several', () => {
  const busy: ShownDesk = {
    ...quiet,
    pending: { count: 2, oldestAt: now },
    failedMail: 1,
    bouncedMail: 3,
    enquiries: { ...quiet.enquiries, new: 1 },
    failedJobs: 2,
    inReview: {
      total: 2,
      lines: [{ id: 'a', kind: 'news', title: 'Light', updatedAt: now, publishAt: null }],
    },
    samples: 1,
  }

  expect(tasksOf(busy, true).map(({ title, meta }) => [title, meta])).toEqual([
    ['2 accounts are waiting for approval', { words: 'Oldest waiting since', at: now }],
    ['1 email could not be sent', undefined],
    ['3 emails bounced', undefined],
    ['1 new enquiry', undefined],
    ['2 background jobs failed', undefined],
    ['Light', 'Waiting for review: news item'],
    ['and 1 more', undefined],
    ['1 sample entry is on the site', undefined],
  ])
})

test('only administrators get a link to the samples', () => {
  const hrefs = [true, false].map((isAdmin) => tasksOf({ ...quiet, samples: 2 }, isAdmin)[0]?.href)

  expect(hrefs).toEqual(['/admin/samples', undefined])
})

test('a single account and a single enquiry are one click away', () => {
  const pending = { count: 1, oldestAt: now }
  const desk = { ...quiet, pending, enquiries: { ...quiet.enquiries, new: 1 }, onlyEnquiry: 'e1' }
  expect(tasksOf(desk, true).map(({ href }) => href)).toEqual([
    '/admin/staff/waiting',
    '/editor/enquiries/e1',
  ])
})
