import type { Data, Kind } from '#features/content/kinds/kinds.ts'

interface Entry<K extends Kind> {
  kind: K
  slug: string
  /** The slug of the award a recipient belongs to. */
  parent?: string
  position?: number
  data: Data<K>
  /** Sample content that shows how the page looks. */
  sample?: true
}

/** The initial content of a new site. Files are named "picture:NAME" or "pdf:NAME" until they are stored. */
export type StarterEntry = { [K in Kind]: Entry<K> }[Kind]

export function sampleEntry<K extends Kind>(
  kind: K,
  slug: string,
  data: Data<K>,
  more: { parent?: string; position?: number } = {},
): Entry<K> {
  return { kind, slug, data, ...more, sample: true }
}
