import { show, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof backupsSentences, true> {}
}

export const backupsSentences = {
  'backup.made': ({ details }) =>
    `A backup was made, of ${show(details['rows'])} rows and ${show(details['files'])} files`,
  'backup.drilled': () => 'A backup was put back into a scratch place and found whole',
  'backup.drill-failed': () => 'A backup was put back into a scratch place and found wanting',
  'site.restored': ({ details }) => `The site was restored from a backup of ${show(details['madeAt'])}`,
  'site.mail-released': ({ who }) => `${who} let this restored copy send letters`,
} satisfies AuditSentences
