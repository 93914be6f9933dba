import type { Draft } from '#features/content/entry/drafts.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { slugFrom } from '#features/content/addresses/slugs.ts'

/** Gives each section without an anchor one made from its heading; no two are the same. */
export function withAnchors(kind: Kind, data: Draft): Draft {
  const { sections } = data as Draft<'page'>
  if (kind !== 'page' || !sections) return data
  const taken = new Set(sections.map(({ anchor }) => anchor))
  const anchored = sections.map((section) => {
    if (section.anchor || !section.heading) return section
    const anchor = freeAnchor(slugFrom(section.heading) || 'section', taken)
    taken.add(anchor)
    return { ...section, anchor }
  })
  return { ...data, sections: anchored }
}

function freeAnchor(wanted: string, taken: Set<string | undefined>): string {
  if (!taken.has(wanted)) return wanted
  for (let number = 2; ; number++) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`
}
