import { number, text, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof siteCopySentences, true> {}
}

export const siteCopySentences = {
  'site.exported': ({ who, details }) =>
    details['kind'] === 'static'
      ? `${who} exported the public pages as static files`
      : `${who} exported a copy of the whole site`,
  'site.copy-begun': ({ who, details }) =>
    details['kind'] === 'static'
      ? `${who} had the public pages written as static files`
      : `${who} had a copy of the whole site made`,
  'site.import-begun': ({ who, details }) =>
    `${who} sent a copy of a site to be brought in: ${text(details['file']) ?? 'a file'}`,
  'site.import-started': ({ who, details }) =>
    `${who} had a copy of a site brought in: ${text(details['file']) ?? 'a file'}`,
  'site.import-discarded': ({ who, details }) =>
    `${who} threw a copy of a site away: ${text(details['file']) ?? 'a file'}`,
  'site.imported': ({ who, details }) =>
    `${who} brought in a copy of a site: ${number(details['entry'])} entries, ${number(details['person'])} people, ${number(details['file'])} files`,
} satisfies AuditSentences
