import type { Data } from '#features/content/kinds/kinds.ts'
import { prose } from './prose.ts'

type Section = Data<'page'>['sections'][number]

/** A section of a page; its anchor is made from the heading. */
export function section(heading: string, body: string): Section {
  return { heading, anchor: anchorOf(heading), body: prose(body) }
}

/** A numbered section of a constitution or a set of rules. */
export function clause(number: string, heading: string, body: string): Section {
  return { number, ...section(heading, body) }
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
