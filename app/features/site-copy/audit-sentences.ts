import { harmless, type ObstacleWords } from '#features/audit/obstacle-words.ts'
import { number, text, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof siteCopySentences, true> {}
}

export const siteCopySentences = {
  'site.exported': ({ who, details }) =>
    details['kind'] === 'static' ? `${who} exported the public pages` : `${who} exported the whole site`,
  'site.copy-begun': ({ who, details }) =>
    details['kind'] === 'static'
      ? `${who} started an export of the public pages`
      : `${who} started an export of the whole site`,
  'site.copy-cancelled': ({ who, details }) =>
    details['kind'] === 'static'
      ? `${who} cancelled an export of the public pages`
      : `${who} cancelled an export of the whole site`,
  'site.import-begun': ({ who, details }) =>
    `${who} uploaded a copy of a site: ${text(details['file']) ?? 'a file'}`,
  'site.import-started': ({ who, details }) =>
    `${who} started the import of a copy of a site: ${text(details['file']) ?? 'a file'}`,
  'site.import-discarded': ({ who, details }) =>
    `${who} deleted an uploaded copy of a site: ${text(details['file']) ?? 'a file'}`,
  'site.imported': ({ who, details }) =>
    `${who} imported a copy of a site: ${number(details['entry'])} entries, ${number(details['person'])} people, ${number(details['file'])} files`,
} satisfies AuditSentences

export const siteCopyObstacles = {
  site: 'A copy was imported',
  'site.copy-begun': harmless,
  'site.import-begun': harmless,
  'site.import-started': harmless,
  'site.import-discarded': harmless,
} satisfies ObstacleWords
