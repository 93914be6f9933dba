import type { Peek } from './peek-sheet.tsx'

/** What the page of a row marks for it. */
export function peekOf(title: string, href: string): Peek {
  return { title, href, source: { address: href, parts: '[data-peek]' } }
}
