import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import {
  fields,
  fileOf,
  fromTo,
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
  'person.added': ({ who }) => `${who} added a person to the register`,
  'person.changed': ({ who, details }) => `${who} changed a person in the register${fields(details)}`,
  'person.contact-changed': ({ who }) => `${who} changed a person’s contact details`,
  'person.merged': ({ who }) => `${who} merged two entries of the register`,
  'person.merge-undone': ({ who }) => `${who} undid the merging of two entries of the register`,
  'person.address-changed': ({ who, details }) =>
    `${who} changed the address of a person’s page${fromTo(details, 'slug')}`,
  'person.orcid-changed': ({ who }) => `${who} changed a person’s ORCID iD`,
  'person.pictured': ({ who }) => `${who} added a person’s photograph to their page`,
  'person.picture-removed': ({ who }) => `${who} removed a person’s photograph from their page`,
  'person.reminded-to-renew': ({ who }) => `${who} reminded a person of the end of their membership`,
  'person.listed': ({ who }) => `${who} added a person to the public directory`,
  'person.unlisted': ({ who }) => `${who} removed a person from the public directory`,
  'person.binned': ({ who }) => `${who} removed a person from the register`,
  'person.removal-proposed': ({ who }) => `${who} proposed to remove a person from the register`,
  'person.removal-released': ({ who }) => `${who} approved the removal of a person from the register`,
  'person.removal-withdrawn': ({ who }) =>
    `${who} withdrew the proposal to remove a person from the register`,
  'person.restored': ({ who }) => `${who} restored a person to the register`,
  'people.bin-emptied': ({ who, details }) => `${who} permanently deleted ${people(details)} after 30 days`,
  'people.imported': ({ who, details }) =>
    `${who} imported people from ${text(details['file']) ?? 'a file'}: ${number(details['added'])} added, ${number(details['updated'])} updated, ${number(details['skipped'])} skipped, ${number(details['failed'])} rejected`,
  'people.import-undone': ({ who, details }) =>
    `${who} undid the import from ${text(details['file']) ?? 'a file'}: ${number(details['removed'])} deleted, ${number(details['putBack'])} reverted, ${number(details['kept'])} not undone, ${number(details['proposed'])} proposed for removal`,
  'people.read': ({ who, details }) => `${who} read the register of people${lookingFor(details)}`,
  'person.read': ({ who }) => `${who} opened a person in the register`,
  'people-import.begun': ({ who, details }) => `${who} uploaded ${fileOf(details)} to import people`,
  'people-import.mapped': ({ who, details }) => `${who} matched the columns of ${fileOf(details)}`,
  'people-import.decided': ({ who, details }) => `${who} decided on rows of ${fileOf(details)}`,
  'people-import.started': ({ who, details }) => `${who} started the import of ${fileOf(details)}`,
  'people-import.check-cancelled': ({ who, details }) =>
    `${who} cancelled the check of ${fileOf(details)} before its import`,
  'people-import.cancelled': ({ who, details }) => `${who} cancelled the import of ${fileOf(details)}`,
  'people-import.undo-started': ({ who, details }) => `${who} asked to undo the import of ${fileOf(details)}`,
  'people-import.discarded': ({ who, details }) => `${who} deleted ${fileOf(details)}, an import file`,
  'people-import.read': ({ who, details: { part } }) => {
    if (part === 'refused-rows') return `${who} downloaded the rejected rows of an import`
    if (part === 'whole-report') return `${who} downloaded the report of an import`
    return `${who} read the rows of an import`
  },
} satisfies AuditSentences

export const peopleObstacles = {
  person: 'People were added to the register or changed',
  people: 'Lists of people were imported',
  'people-import': 'Lists of people were imported',
} satisfies ObstacleWords
