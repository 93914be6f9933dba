import type { Details } from '#features/audit/details.ts'
import { fields, fromTo, text, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof contentSentences, true> {}
}

export const contentSentences = {
  'entry.begun': ({ who, details }) => `${who} began ${titleIn(details)}`,
  'entry.saved': ({ who, details }) => `${who} saved ${titleIn(details)}${fields(details)}`,
  'entry.submitted': ({ who, details }) => `${who} asked for a review of ${titleIn(details)}`,
  'entry.withdrawn': ({ who, details }) => `${who} took ${titleIn(details)} back to draft`,
  'entry.published': ({ who, details }) => `${who} published ${titleIn(details)}`,
  'entry.scheduled': ({ who, details }) => `${who} scheduled ${titleIn(details)}`,
  'entry.held-back': ({ details }) => `The site held back ${titleIn(details)}, which is not complete`,
  'entry.changes-discarded': ({ who, details }) => `${who} discarded changes to ${titleIn(details)}`,
  'entry.archived': ({ who, details }) => `${who} took ${titleIn(details)} off the site`,
  'entry.binned': ({ who, details }) => `${who} moved ${titleIn(details)} to the bin`,
  'entry.restored': ({ who, details }) => `${who} took ${titleIn(details)} out of the bin`,
  'entry.removed': ({ who, details }) => `${who} removed ${titleIn(details)} for good`,
  'entry.address-changed': ({ who, details }) =>
    `${who} changed the address of ${titleIn(details)}${fromTo(details, 'slug')}`,
  'entry.placed': ({ who, details }) => `${who} changed the place of ${titleIn(details)}`,
  'entry.preview-shared': ({ who, details }) => `${who} made a link to a preview of ${titleIn(details)}`,
  'entry.preview-ended': ({ who, details }) => `${who} ended the links to previews of ${titleIn(details)}`,
  'entry.adopted': ({ who, details }) => `${who} said that ${titleIn(details)} is no sample`,
  'redirect.added': ({ who, details }) =>
    `${who} let ${pathIn(details, 'from')} lead to ${pathIn(details, 'to')}`,
  'redirect.removed': ({ who, details }) =>
    `${who} took back that ${pathIn(details, 'from')} leads to ${pathIn(details, 'to')}`,
} satisfies AuditSentences

function titleIn(details: Details) {
  const title = text(details['title'])
  return title === undefined ? 'an entry' : `“${title}”`
}

function pathIn(details: Details, field: 'from' | 'to') {
  return text(details[field]) ?? 'an address'
}
