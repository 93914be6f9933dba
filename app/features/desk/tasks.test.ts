import { expect, test } from 'vitest'
import { splitTasks } from '#features/desk-tasks/desk-task.ts'
import type { AdminDesk } from './desk.server.ts'
import { adminTasks, editorTasks } from './tasks.ts'

const now = Date.UTC(1995, 0, 2, 9)
const none = { total: 0, lines: [] }
const quiet: AdminDesk = {
  mayPublish: true,
  drafts: none,
  inReview: none,
  reviews: { toReview: [], decided: [] },
  scheduled: none,
  unsaved: none,
  pending: { count: 0, oldestAt: null },
  failedMail: 0,
  bouncedMail: 0,
  failedJobs: 0,
  signIns: [],
  calls: { open: [], coming: [], closed: [], past: [] },
  enquiries: { new: 0, mine: 0, held: 0, answered: 0, closed: 0 },
  onlyEnquiry: undefined,
  ownRequests: 0,
  samples: 0,
  cases: {
    queues: [],
    decisions: { count: 0, oldestAt: 0 },
    removals: { count: 0, oldestAt: 0 },
    mine: { count: 0, oldestAt: 0 },
    due: none,
    unreached: none,
    misdirected: none,
    submissions: [],
    now,
  },
  changes: [],
  visits: [],
  now,
}

test('nothing is listed of what has nothing waiting', () => {
  expect(adminTasks(quiet)).toEqual([])
})

test('each feature says in its own words what waits, one thing or several', () => {
  const busy: AdminDesk = {
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

  expect(adminTasks(busy).map(({ title, meta }) => [title, meta])).toEqual([
    ['2 accounts are waiting for approval', { words: 'Oldest waiting since', at: now }],
    ['1 email could not be sent', undefined],
    ['3 emails bounced', undefined],
    ['2 background jobs failed', undefined],
    ['1 new enquiry', undefined],
    ['Light', 'Waiting for review: news item'],
    ['and 1 more', undefined],
    ['1 sample entry is visible to visitors', undefined],
  ])
})

test('only administrators get a link to the samples', () => {
  const hrefs = [adminTasks, editorTasks].map((tasksOf) => tasksOf({ ...quiet, samples: 2 })[0]?.href)

  expect(hrefs).toEqual(['/admin/samples', undefined])
})

test('a single account and a single enquiry are one click away', () => {
  const pending = { count: 1, oldestAt: now }
  const desk = { ...quiet, pending, enquiries: { ...quiet.enquiries, new: 1 }, onlyEnquiry: 'e1' }
  expect(adminTasks(desk).map(({ href }) => href)).toEqual(['/admin/staff/waiting', '/editor/enquiries/e1'])
})

test('an editor has texts first and nothing that only administrators do', () => {
  const line = { id: 'a', kind: 'news' as const, title: 'Light', updatedAt: now, publishAt: null }
  const desk = {
    ...quiet,
    failedMail: 2,
    enquiries: { ...quiet.enquiries, new: 2 },
    unsaved: { total: 1, lines: [line] },
  }
  expect(editorTasks(desk).map(({ title, meta }) => [title, meta])).toEqual([
    ['Light', 'You have unsaved changes: news item'],
    ['2 new enquiries', undefined],
  ])
})

test('today is what is due within a week, soon what follows within a month, and later is not shown', () => {
  const call = (id: string, days: number) => ({
    ...{ id, title: id, subject: 'fellow' as const, page: '/', href: '/', sample: false },
    ...{ state: 'open' as const, closesAt: now + days * 86_400_000 },
  })
  const publishAt = now + 86_400_000
  const line = { id: 'a', kind: 'news' as const, title: 'Light', updatedAt: now, publishAt }
  const desk = {
    ...quiet,
    calls: { ...quiet.calls, open: [call('6 days', 6), call('20 days', 20), call('76 days', 76)] },
    scheduled: { total: 1, lines: [line] },
    samples: 2,
  }
  const { today, soon } = splitTasks(adminTasks(desk), now)

  expect(today.map(({ title }) => title)).toEqual(['6 days'])
  expect(soon.map(({ title }) => title)).toEqual([
    'Light',
    '20 days',
    '2 sample entries are visible to visitors',
  ])
})
