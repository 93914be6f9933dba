import type { FieldOf } from './fields.ts'
import type { DataOf } from './field-values.ts'

/**
 * What the Academy publishes. Every kind is an entry with a slug, a state and numbered versions, and its fields say what
 * a version holds.
 */

/** The names of the kinds for staff. */
export const kindNames = {
  page: { one: 'page', many: 'Pages' },
  news: { one: 'news item', many: 'News' },
  'council-term': { one: 'council term', many: 'Council terms' },
  award: { one: 'award', many: 'Awards' },
  recipient: { one: 'recipient', many: 'Award recipients' },
  conference: { one: 'conference', many: 'Conferences' },
  activity: { one: 'activity', many: 'Activities' },
  newsletter: { one: 'newsletter issue', many: 'Newsletter issues' },
  album: { one: 'album', many: 'Albums' },
  'archive-item': { one: 'archive item', many: 'Archive items' },
  call: { one: 'call', many: 'Calls' },
}

export type Kind = keyof typeof kindNames

export const everyKind = Object.keys(kindNames) as Kind[]

export function isKind(text: string): text is Kind {
  return Object.hasOwn(kindNames, text)
}

/** What a version holds that can be published. */
export type Data<K extends Kind = Kind> = DataOfKinds[K]

type DataOfKinds = { [K in Kind]: DataOf<FieldOf<K>> }
