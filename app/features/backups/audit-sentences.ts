import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { show, whenIn, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof backupsSentences, true> {}
}

export const backupsSentences = {
  'backup.made': ({ details }) =>
    `A backup was made with ${show(details['rows'])} rows and ${show(details['files'])} files`,
  'backup.drilled': () => 'A restore drill succeeded',
  'backup.drill-failed': () => 'A restore drill failed',
  'site.restored': ({ details }) =>
    `The site was restored from a backup made on ${whenIn(details['madeAt'])}`,
  'site.mail-released': ({ who }) => `${who} turned email on for this restored copy`,
} satisfies AuditSentences

export const backupsObstacles = {
  backup: 'Someone changed “backup”',
} satisfies ObstacleWords
