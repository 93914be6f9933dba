import type { DiffSegment } from '#features/content/text/compare.ts'
import type { Style } from '#features/content/text/tokens.ts'

/** Of an older and a newer text, or of two that were written at the same time. */
export type ComparedSide = 'before' | 'after' | 'yours' | 'theirs'

/** What the words alone do not show: their formatting, and where they lead. */
export function styleNote({ own, style, otherStyle }: DiffSegment, side: ComparedSide): string {
  if (otherStyle) return changes(style ?? plain, otherStyle, side).join(', ')
  return own && style?.href !== undefined ? `link to ${style.href}` : ''
}

const plain: Style = { marks: [] }

function changes(style: Style, other: Style, side: ComparedSide): string[] {
  const isNow = side === 'after'
  const gained = style.marks.filter((mark) => !other.marks.includes(mark))
  const lost = other.marks.filter((mark) => !style.marks.includes(mark))
  const links =
    style.href === other.href ? [] : [isNow ? linkNow(style.href, other.href) : linkHere(style.href)]
  return [
    ...gained.map((mark) => (isNow ? `now ${mark}` : mark)),
    ...lost.map((mark) => (isNow ? `no longer ${mark}` : `not ${mark}`)),
    ...links,
  ]
}

function linkNow(href: string | undefined, before: string | undefined): string {
  if (before === undefined) return `now a link to ${href}`
  return href === undefined ? `no longer a link to ${before}` : `link changed from ${before} to ${href}`
}

function linkHere(href: string | undefined): string {
  return href === undefined ? 'no link' : `link to ${href}`
}
