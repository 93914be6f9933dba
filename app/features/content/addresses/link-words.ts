import { linkTarget } from './refs.ts'

/** The first words of a version that link to the target, or that describe the picture. */
export function wordsAt(value: unknown, target: string): string | undefined {
  if (Array.isArray(value)) return firstOf(value, target)
  if (typeof value !== 'object' || value === null) return undefined
  const node = value as Node
  if (node.type === 'text' && node.marks?.some(({ attrs }) => leadsTo(attrs?.href, target))) return node.text
  if (node.type === 'figure' && node.attrs?.file === target) return node.attrs.alt
  if (node.file === target) return node.alt ?? node.caption
  return firstOf(Object.values(value), target)
}

interface Node {
  type?: string
  text?: string
  marks?: { attrs?: { href?: string } }[]
  attrs?: { file?: string; alt?: string }
  file?: string
  alt?: string
  caption?: string
}

function leadsTo(href: string | undefined, target: string) {
  return href !== undefined && (linkTarget(href) === target || href.startsWith(`/files/${target}/`))
}

function firstOf(values: unknown[], target: string): string | undefined {
  for (const value of values) {
    const words = wordsAt(value, target)
    if (words !== undefined) return words
  }
  return undefined
}
