import { entryAddress } from './addresses.ts'
import type { Block, Inline, RichText } from '#features/content/text/document.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import type { Field } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { pathOnSite } from './own-addresses.ts'

export interface Ref {
  kind: 'file' | 'link'
  target: string
}

/** Every file, internal page and full address that a version names; each once. */
export function refsOf(kind: Kind, data: Draft): Ref[] {
  const all = fields[kind].flatMap((field) => refsIn(field, (data as Values)[field.name]))
  return [...new Map(all.map((ref) => [`${ref.kind} ${ref.target}`, ref])).values()]
}

/** The page that an internal address leads to, without its query and anchor. */
export function pathOf(href: string): string {
  return href.replace(/[?#].*$/s, '')
}

/** The target of a link, without its query and anchor: an internal path, or a full address, ours or not. */
export function linkTarget(href: string): string | undefined {
  if (/^\/(?!\/)/.test(href)) return withoutNeedlessCodes(pathOf(href)) || '/'
  const url = /^https?:\/\//i.test(href) ? URL.parse(href) : null
  if (!url || url.username || url.password) return undefined
  return url.origin + withoutNeedlessCodes(url.pathname)
}

/**
 * The same path with letters, digits and - . _ ~ unencoded: an encoded one leads to the same page (RFC 3986, 6.2.2.2).
 */
function withoutNeedlessCodes(path: string): string {
  return path.replaceAll(/%[2-7][\da-f]/gi, (code) => {
    const character = String.fromCodePoint(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code
  })
}

/** Where a full address leads on this site; undefined if it leads elsewhere. */
export function ownRefOf(address: string, origin: string): Ref | undefined {
  const path = pathOnSite(address, origin)
  return path === undefined ? undefined : refsInHref(path)[0]
}

type Values = Record<string, unknown>

function refsIn(field: Field, value: unknown): Ref[] {
  if (value === undefined || value === null || value === '') return []
  switch (field.control) {
    case 'picture':
    case 'download':
      return [{ kind: 'file', target: value as string }]
    case 'rich-text':
      return (value as RichText).content.flatMap(refsInBlock)
    case 'line':
      return refsInHref(value as string)
    case 'entry':
      return refsInHref(entryAddress(field.kind, value as string) ?? '')
    case 'group':
      return refsInItem(field.fields, value as Values)
    case 'list':
      return (value as Values[]).flatMap((item) => refsInItem(field.fields, item))
    default:
      return []
  }
}

function refsInItem(inside: Field[], item: Values): Ref[] {
  return inside.flatMap((field) => refsIn(field, item[field.name]))
}

function refsInHref(href: string): Ref[] {
  const file = /^\/files\/([\w-]{1,64})\//.exec(href)?.[1]
  if (file) return [{ kind: 'file', target: file }]
  const target = linkTarget(href)
  return target === undefined ? [] : [{ kind: 'link', target }]
}

function refsInBlock(block: Block): Ref[] {
  switch (block.type) {
    case 'figure':
      return [{ kind: 'file', target: block.attrs.file }, ...refsInHref(block.attrs.video ?? '')]
    case 'paragraph':
    case 'heading':
      return (block.content ?? []).flatMap(refsInInline)
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap((item) => item.content).flatMap(refsInBlock)
    case 'blockquote':
      return block.content.flatMap(refsInBlock)
    case 'table':
      return block.content
        .flatMap((row) => row.content)
        .flatMap((cell) => cell.content)
        .flatMap(refsInBlock)
    default:
      return []
  }
}

function refsInInline(inline: Inline): Ref[] {
  return (inline.marks ?? []).flatMap((mark) => (mark.type === 'link' ? refsInHref(mark.attrs.href) : []))
}
