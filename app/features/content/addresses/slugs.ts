import { isSlug, maxSlugLength } from '#server/input/slug.ts'
import { pageAddresses } from './addresses.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'

export { isSlug }

/** A slug made from a title; undefined for scripts that have no Latin letters. */
export function slugFrom(title: string, maxLength = maxSlugLength): string {
  const letters = title
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
  const words = letters.match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, maxLength).replace(/-$/, '')
}

/** Whether the specification names the address: such an entry keeps it, whatever it says. */
export function isFixed(kind: Kind, slug: string): boolean {
  if (kind === 'page') return Object.hasOwn(pageAddresses, slug)
  return kind === 'award' && fixedAwards.has(slug)
}

/** Whether the address belongs to a page that is not an entry. */
export function isReserved(kind: Kind, slug: string): boolean {
  return reserved[kind]?.has(slug) ?? false
}

const fixedAwards = new Set([
  'academic-gold-medal-award',
  'prof-pn-pandey-research-award',
  'swami-bhjnanand-saraswati-vedic-science-award',
  'prof-hp-dikshit-memorial-award',
  'prof-pr-sharma-memorial-award',
  'young-scientist-award',
])

const reserved: Partial<Record<Kind, Set<string>>> = {
  conference: new Set(['international', 'other-iaps-conference']),
  newsletter: new Set(['confirm', 'leave']),
  activity: new Set(['iaps-memorial-lectures', 'iaps-workshop', 'online-lectures', 'other-programs']),
}
