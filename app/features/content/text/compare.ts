import { diffArrays } from 'diff'
import { toCanonicalJson } from '#db/engine/json.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import type { Field } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { allowsBoth } from './merge.ts'
import { contentKey } from './normal-form.ts'
import type { FileNames } from './texts.ts'
import { tokensOf, type Style, type Token } from './tokens.ts'

export interface DiffSegment {
  text: string
  /** Whether only this side has it. */
  own: boolean
  /** A label for anything that is not a word, such as a heading or a picture. */
  isLabel?: true
  style?: Style
  /** How the other side formats the same words, if differently. */
  otherStyle?: Style
}

/** A field that differs between two versions, each side with what the other lacks marked. */
export interface Difference {
  /** The field name in the data and for people. */
  name: string
  label: string
  /** Whether both texts can be joined one after the other. */
  allowsBoth: boolean
  before: DiffSegment[]
  after: DiffSegment[]
}

/** What two versions say differently, field by field, in form order; empty only if all data are the same. */
export function compareVersions(
  kind: Kind,
  before: Draft,
  after: Draft,
  names: FileNames = new Map(),
): Difference[] {
  const value = (draft: Draft, { name }: Field) => (draft as Record<string, unknown>)[name]
  return fields[kind]
    .filter((field) => contentKey(field, value(before, field)) !== contentKey(field, value(after, field)))
    .map((field) => {
      const tokens = [before, after].map((draft) => tokensOf(field, value(draft, field), names))
      const { name, label } = field
      return { name, label, allowsBoth: allowsBoth(field), ...piecesOf(tokens[0]!, tokens[1]!) }
    })
}

/** A token beside the other side's, or alone. */
interface Placed {
  token: Token
  own: boolean
  otherStyle?: Style
}

interface Aligned {
  before: Placed[]
  after: Placed[]
}

function piecesOf(before: Token[], after: Token[]): Pick<Difference, 'before' | 'after'> {
  const alone = (tokens: Token[]) => tokens.map((token) => ({ token, own: true }))
  const aligned = align(each(before), each(after)) ??
    align(linesOf(before), linesOf(after)) ?? { before: alone(before), after: alone(after) }
  return { before: joined(aligned.before), after: joined(aligned.after) }
}

/** Comparing two very long and very different texts would take long: then by lines, or not at all. */
const maxChanges = 1000

function align(before: Token[][], after: Token[][]): Aligned | undefined {
  const parts = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: maxChanges })
  if (!parts) return undefined
  const aligned: Aligned = { before: [], after: [] }
  let [at, afterAt] = [0, 0]
  for (const { added, removed, count } of parts) {
    const old = added ? [] : before.slice(at, at + count).flat()
    const fresh = removed ? [] : after.slice(afterAt, afterAt + count).flat()
    const own = added || removed
    aligned.before.push(...old.map((token, index) => markToken(token, own, fresh[index])))
    aligned.after.push(...fresh.map((token, index) => markToken(token, own, old[index])))
    at += added ? 0 : count
    afterAt += removed ? 0 : count
  }
  return aligned
}

function markToken(token: Token, own: boolean, other: Token | undefined): Placed {
  if (own || !other || styleKey(token.style) === styleKey(other.style)) return { token, own }
  return { token, own, otherStyle: other.style ?? { marks: [] } }
}

function keyOf(tokens: Token[]) {
  const [first] = tokens
  return first && tokens.length === 1 ? first.key : JSON.stringify(tokens.map(({ key }) => key))
}

function styleKey(style: Style | undefined) {
  return style ? toCanonicalJson(style) : ''
}

function each(tokens: Token[]): Token[][] {
  return tokens.map((token) => [token])
}

function linesOf(tokens: Token[]): Token[][] {
  const lines: Token[][] = [[]]
  for (const token of tokens) {
    lines.at(-1)!.push(token)
    if (token.is === 'break') lines.push([])
  }
  return lines
}

/** Joins neighbours that look the same into one piece. */
function joined(placed: Placed[]): DiffSegment[] {
  const pieces: DiffSegment[] = []
  placed.forEach((one, index) => {
    const { token, own, otherStyle } = one
    const isChanged = own || otherStyle !== undefined
    if (token.isQuiet && !isChanged) return
    const next: DiffSegment = {
      text: textOf(one, placed[index - 1]),
      own,
      ...(token.is === 'label' && { isLabel: true }),
      ...(token.style && { style: token.style }),
      ...(otherStyle && { otherStyle }),
    }
    const last = pieces.at(-1)
    if (last && looks(last) === looks(next)) last.text += next.text
    else pieces.push(next)
  })
  return withoutLastBreak(pieces)
}

function withoutLastBreak(pieces: DiffSegment[]): DiffSegment[] {
  const last = pieces.at(-1)
  if (!last?.text.endsWith('\n')) return pieces
  return [...pieces.slice(0, -1), { ...last, text: last.text.slice(0, -1) }].filter(({ text }) => text !== '')
}

/** The end of a paragraph is shown only if it is itself what changed. */
function textOf({ token, own, otherStyle }: Placed, previous: Placed | undefined): string {
  if (token.is !== 'break') return token.text
  const isChange = otherStyle !== undefined || (own && !previous?.own)
  return isChange ? `${token.text}\n` : '\n'
}

function looks({ own, isLabel, style, otherStyle }: DiffSegment) {
  return [own, isLabel, styleKey(style), styleKey(otherStyle)].join()
}
