import type { Details } from '#features/audit/details.ts'
import { harmless, type ObstacleWords } from '#features/audit/obstacle-words.ts'
import { fields, fromTo, text, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof contentSentences, true> {}
}

export const contentSentences = {
  'entry.begun': ({ who, details }) => `${who} created ${titleIn(details)}`,
  'entry.saved': ({ who, details }) => `${who} saved ${titleIn(details)}${fields(details)}`,
  'entry.submitted': ({ who, details }) => `${who} submitted ${titleIn(details)} for review`,
  'entry.withdrawn': ({ who, details }) => `${who} returned ${titleIn(details)} to draft`,
  'entry.published': ({ who, details }) => `${who} published ${titleIn(details)}`,
  'entry.publication-undone': ({ who, details }) =>
    `${who} took back the publication of ${titleIn(details)}${shownAgain(details)}`,
  'entry.scheduled': ({ who, details }) => `${who} scheduled ${titleIn(details)}`,
  'entry.held-back': ({ details }) =>
    `The site did not publish ${titleIn(details)} because ${whyHeldBack(details)}`,
  'entry.changes-discarded': ({ who, details }) => `${who} discarded changes to ${titleIn(details)}`,
  'entry.archived': ({ who, details }) => `${who} unpublished ${titleIn(details)}`,
  'entry.binned': ({ who, details }) => `${who} deleted ${titleIn(details)}`,
  'entry.restored': ({ who, details }) => `${who} restored ${titleIn(details)}`,
  'entry.removed': ({ who, details }) => `${who} permanently deleted ${titleIn(details)}`,
  'entry.address-changed': ({ who, details }) =>
    `${who} changed the address of ${titleIn(details)}${fromTo(details, 'slug')}`,
  'entry.placed': ({ who, details }) => `${who} changed the order of ${titleIn(details)}`,
  'entry.preview-shared': ({ who, details }) => `${who} created a preview link to ${titleIn(details)}`,
  'entry.preview-ended': ({ who, details }) => `${who} revoked the preview links to ${titleIn(details)}`,
  'entry.adopted': ({ who, details }) => `${who} marked ${titleIn(details)} as real content`,
  'template.saved': ({ who, details }) => `${who} saved the entry template ${nameIn(details)}`,
  'template.renamed': ({ who, details }) =>
    `${who} renamed the entry template ${nameIn(details, 'before')} to ${nameIn(details)}`,
  'template.removed': ({ who, details }) => `${who} deleted the entry template ${nameIn(details)}`,
  'template.restored': ({ who, details }) => `${who} restored the entry template ${nameIn(details)}`,
  'redirect.added': ({ who, details }) =>
    `${who} added a redirect from ${pathIn(details, 'from')} to ${pathIn(details, 'to')}`,
  'redirect.removed': ({ who, details }) =>
    `${who} deleted the redirect from ${pathIn(details, 'from')} to ${pathIn(details, 'to')}`,
} satisfies AuditSentences

/** A copy has no templates. */
export const contentObstacles = {
  entry: 'Entries were written or changed',
  redirect: 'Redirects were changed',
  'template.saved': harmless,
  'template.renamed': harmless,
  'template.removed': harmless,
  'template.restored': harmless,
} satisfies ObstacleWords

function whyHeldBack({ gaps }: Details) {
  const isComplete = Array.isArray(gaps) && gaps.length === 0
  return isComplete ? 'only an administrator can publish it' : 'it is not complete'
}

/** Which version visitors see since then. */
function shownAgain({ version }: Details) {
  return typeof version === 'number' ? `: version ${version} is published again` : ''
}

function titleIn(details: Details) {
  const title = text(details['title'])
  return title === undefined ? 'an entry' : `“${title}”`
}

function nameIn(details: Details, field: 'name' | 'before' = 'name') {
  const name = text(details[field])
  return name === undefined ? 'without a name' : `“${name}”`
}

function pathIn(details: Details, field: 'from' | 'to') {
  return text(details[field]) ?? 'an address'
}
