import { moreTask, type DeskTask } from '#features/desk-tasks/desk-task.ts'
import { ageText } from './age.ts'
import type { CaseDesk } from './desk.server.ts'
import { queueNames, stateLabel } from './queues.ts'

/** Waiting cases, the oldest queue first, and what falls due. */
export function caseTasks(desk: CaseDesk): DeskTask[] {
  const { queues, mine, due, unreached, misdirected, decisions, removals, now } = desk
  return [
    ...ownCases(mine, now),
    ...waitingDecisions(decisions, now),
    ...waitingRemovals(removals, now),
    ...queues.map(({ process: caseType, state, count, oldestAt }) => ({
      id: `cases-${caseType}-${state}`,
      title: `${stateLabel(caseType, state)}: ${count.toLocaleString('en-GB')}`,
      href: `/editor/cases?${new URLSearchParams({ process: caseType, state })}`,
      margin: `Oldest: ${ageText(oldestAt, now)}`,
      meta: queueNames[caseType],
    })),
    ...due.lines.map((line) => dueCase(line, now)),
    ...moreTask('due-more', due.total - due.lines.length, 'more due within 14 days'),
    ...misdirected.lines.map(({ reference, at }) => ({
      id: `misdirected-${reference}`,
      title: reference,
      href: `/editor/cases/${reference}/records`,
      margin: { at },
      meta: 'An email reached the wrong person',
    })),
    ...moreTask(
      'misdirected-more',
      misdirected.total - misdirected.lines.length,
      'more with an email to the wrong person',
    ),
    ...unreached.lines.map(({ reference, at }) => ({
      id: `unreached-${reference}`,
      title: reference,
      href: `/editor/cases/${reference}/records#letters`,
      margin: { at },
      meta: 'An email bounced',
    })),
    ...moreTask('unreached-more', unreached.total - unreached.lines.length, 'more with a bounced email'),
  ]
}

function ownCases({ count, oldestAt }: CaseDesk['mine'], now: number): DeskTask[] {
  if (count === 0) return []
  return [
    {
      id: 'cases-mine',
      title: count === 1 ? 'One case is assigned to you' : `${count} cases are assigned to you`,
      href: '/editor/cases?assigned=me',
      margin: `Oldest: ${ageText(oldestAt, now)}`,
    },
  ]
}

function waitingDecisions({ count, oldestAt }: CaseDesk['decisions'], now: number): DeskTask[] {
  if (count === 0) return []
  return [
    {
      id: 'decisions',
      title: count === 1 ? 'One decision waits for release' : `${count} decisions wait for release`,
      href: '/editor/cases?release=waiting',
      margin: `Oldest: ${ageText(oldestAt, now)}`,
    },
  ]
}

function waitingRemovals({ count, oldestAt }: CaseDesk['removals'], now: number): DeskTask[] {
  if (count === 0) return []
  return [
    {
      id: 'removals',
      title:
        count === 1
          ? 'One person is proposed for removal from the register'
          : `${count} people are proposed for removal from the register`,
      href: '/editor/people?state=removal',
      margin: `Oldest: ${ageText(oldestAt, now)}`,
    },
  ]
}

function dueCase(line: CaseDesk['due']['lines'][number], now: number): DeskTask {
  const { reference, process: caseType, state, dueAt } = line
  const label = stateLabel(caseType, state)
  return {
    id: `due-${reference}`,
    title: reference,
    href: `/editor/cases/${reference}`,
    dueAt: dueAt ?? undefined,
    meta:
      dueAt === null
        ? `${label}, due`
        : { words: `${label}, ${dueAt < now ? 'overdue since' : 'due'}`, at: dueAt },
  }
}
