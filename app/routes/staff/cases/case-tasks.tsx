import type { CaseDesk } from '#features/casework/desk.server.ts'
import { queueNames, stateLabel } from '#features/casework/queues.ts'
import { Moment } from '#ui/foundations/day.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { ageText } from './age.ts'

/** Waiting cases, the oldest queue first, and what falls due, as rows of a dashboard. */
export function caseTasks({ queues, mine, due, unreached, now }: CaseDesk) {
  return [
    ...(mine.count > 0
      ? [
          {
            id: 'cases-mine',
            title:
              mine.count === 1 ? 'One case is assigned to you' : `${mine.count} cases are assigned to you`,
            href: '/editor/cases?assigned=me',
            margin: mine.oldestAt !== null && `Oldest: ${ageText(mine.oldestAt, now)}`,
          },
        ]
      : []),
    ...queues.map(({ process: caseType, state, count, oldestAt }) => ({
      id: `cases-${caseType}-${state}`,
      title: `${stateLabel(caseType, state)}: ${count.toLocaleString('en-GB')}`,
      href: listHref('/editor/cases', { process: caseType, state }),
      margin: `Oldest: ${ageText(oldestAt, now)}`,
      meta: queueNames[caseType],
    })),
    ...due.lines.map(({ reference, process: caseType, state, dueAt }) => ({
      id: `due-${reference}`,
      title: reference,
      href: `/editor/cases/${reference}`,
      meta: (
        <>
          {stateLabel(caseType, state)}, {dueAt !== null && dueAt < now ? 'overdue since' : 'due'}{' '}
          {dueAt !== null && <Moment at={new Date(dueAt)} />}
        </>
      ),
    })),
    ...(due.total > due.lines.length
      ? [{ id: 'due-more', title: `and ${due.total - due.lines.length} more due within 14 days` }]
      : []),
    ...unreached.lines.map(({ reference, at }) => ({
      id: `unreached-${reference}`,
      title: reference,
      href: `/editor/cases/${reference}#letters`,
      margin: <Moment at={new Date(at)} />,
      meta: 'An email bounced',
    })),
    ...(unreached.total > unreached.lines.length
      ? [
          {
            id: 'unreached-more',
            title: `and ${unreached.total - unreached.lines.length} more with a bounced email`,
          },
        ]
      : []),
  ]
}
