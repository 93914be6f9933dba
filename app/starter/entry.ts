import type { Data, Kind } from '#features/content/kinds/kinds.ts'

interface Entry<K extends Kind> {
  kind: K
  slug: string
  /** The slug of the award a recipient belongs to. */
  parent?: string
  position?: number
  data: Data<K>
  /** Invented, only to show the page alive. */
  sample?: true
}

/** Content that a new site begins with. Files are named "picture:NAME" or "pdf:NAME" until they are stored. */
export type StarterEntry = { [K in Kind]: Entry<K> }[Kind]

export function sampleEntry<K extends Kind>(
  kind: K,
  slug: string,
  data: Data<K>,
  more: { parent?: string; position?: number } = {},
): Entry<K> {
  return { kind, slug, data, ...more, sample: true }
}
