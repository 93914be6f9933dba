import { asFile, count, people, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof exportsSentences, true> {}
}

export const exportsSentences = {
  'statistics.exported': ({ who, details }) => `${who} exported case statistics${asFile(details)}`,
  'cases.exported': ({ who, details }) =>
    `${who} exported ${count(details)} of the list of cases${asFile(details)}`,
  'newsletter.exported': ({ who, details }) => `${who} exported the newsletter list${asFile(details)}`,
  'people.exported': ({ who, details }) =>
    `${who} exported ${people(details)} from the register${asFile(details)}`,
  'people-import.exported': ({ who, details }) =>
    `${who} exported ${count(details)} of an import of people${asFile(details)}`,
  'staff.exported': ({ who, details }) => `${who} exported the list of staff accounts${asFile(details)}`,
  'audit.exported': ({ who, details }) =>
    `${who} exported ${count(details)} of the audit trail${asFile(details)}`,
  'mail.exported': ({ who, details }) => `${who} exported the email log${asFile(details)}`,
  'content.exported': ({ who, details }) => `${who} exported a list of content${asFile(details)}`,
  'media.exported': ({ who, details }) => `${who} exported the list of files${asFile(details)}`,
  'links.exported': ({ who, details }) => `${who} exported a list of links${asFile(details)}`,
} satisfies AuditSentences
