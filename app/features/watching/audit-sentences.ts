import type { Details } from '#features/audit/details.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { number, show, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof watchingSentences, true> {}
}

export const watchingSentences = {
  'alarm.raised': ({ details }) => `The site needs attention: ${show(details['sentence'])}`,
  'jobs.retried': ({ who, details }) => `${who} retried ${failedJobs(details)}`,
  'jobs.removed': ({ who, details }) => `${who} removed ${failedJobs(details)}`,
  'alarm.cleared': ({ whom }) => `The problem with ${whom} was solved`,
} satisfies AuditSentences

export const watchingObstacles = {
  alarm: 'Someone changed “alarm”',
  jobs: 'Someone changed “jobs”',
} satisfies ObstacleWords

function failedJobs(details: Details) {
  const count = number(details['count'])
  return `${count === 1 ? 'one failed job' : `${count} failed jobs`} (${show(details['jobs'])})`
}
