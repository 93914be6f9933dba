import {
  fields,
  fileOf,
  lookingFor,
  number,
  people,
  text,
  type AuditSentences,
} from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof peopleSentences, true> {}
}

export const peopleSentences = {
  'person.added': ({ who }) => `${who} put somebody on the roll`,
  'person.changed': ({ who, details }) => `${who} changed somebody on the roll${fields(details)}`,
  'person.pictured': ({ who }) => `${who} put the photograph of somebody onto the page about them`,
  'person.listed': ({ who }) => `${who} put somebody into the public lists`,
  'person.unlisted': ({ who }) => `${who} took somebody out of the public lists`,
  'person.binned': ({ who }) => `${who} put somebody of the roll into the bin`,
  'person.restored': ({ who }) => `${who} brought somebody back from the bin to the roll`,
  'people.bin-emptied': ({ who, details }) =>
    `${who} removed ${people(details)} who had been in the bin for 30 days`,
  'people.imported': ({ who, details }) =>
    `${who} imported people from ${text(details['file']) ?? 'a file'}: ${number(details['added'])} added, ${number(details['updated'])} updated, ${number(details['skipped'])} skipped, ${number(details['failed'])} refused`,
  'people.import-undone': ({ who, details }) =>
    `${who} undid the import from ${text(details['file']) ?? 'a file'}: ${number(details['removed'])} removed, ${number(details['putBack'])} put back, ${number(details['kept'])} kept`,
  'people.read': ({ who, details }) => `${who} read the roll of people${lookingFor(details)}`,
  'person.read': ({ who }) => `${who} opened somebody on the roll`,
  'people-import.begun': ({ who, details }) => `${who} brought ${fileOf(details)}, a file of people`,
  'people-import.mapped': ({ who, details }) => `${who} said what the columns of ${fileOf(details)} hold`,
  'people-import.decided': ({ who, details }) => `${who} decided on rows of ${fileOf(details)}`,
  'people-import.started': ({ who, details }) => `${who} started the import of ${fileOf(details)}`,
  'people-import.undo-started': ({ who, details }) => `${who} asked to undo the import of ${fileOf(details)}`,
  'people-import.discarded': ({ who, details }) => `${who} threw ${fileOf(details)} away, a file of people`,
  'people-import.read': ({ who, details: { part } }) => {
    if (part === 'refused-rows') return `${who} took the refused rows of an import as a file`
    if (part === 'whole-report') return `${who} took the whole report of an import as a file`
    return `${who} read rows of an import of people`
  },
} satisfies AuditSentences
