import type { PastedDocument } from '#features/content/editor/editor-props.ts'
import type { Values } from '#features/content/entry/values.ts'
import type { Field } from '#features/content/kinds/field.ts'
import type { Block, RichText } from '#features/content/text/document.ts'
import { splitByHeadings } from '#features/content/text/split-sections.ts'

type ListField = Extract<Field, { control: 'list' }>

/** The fields of a section of a long text: its headline, its text and the others. */
export interface SectionParts {
  headline: Field[]
  text: Field
  others: Field[]
}

/** Undefined for lists whose items are no sections, such as seats and photographs. */
export function sectionParts({ fields }: ListField): SectionParts | undefined {
  const headline = fields.filter(({ name }) => ['number', 'heading', 'title'].includes(name))
  const text = fields.find(({ control }) => control === 'rich-text')
  if (!text || headline.length === 0) return undefined
  return { headline, text, others: fields.filter((field) => field !== text && !headline.includes(field)) }
}

/**
 * The items after a whole document was pasted into the text of one: what was before the cursor stays there, each
 * heading starts an item, and what was after the cursor ends the last.
 */
export function withDocument(field: ListField, items: Values[], at: number, document: PastedDocument) {
  const parts = sectionParts(field)
  const { lead, sections } = splitByHeadings(document.pasted)
  if (!parts || sections.length === 0) return { items, added: 0 }
  const body = parts.text.name
  const fresh = sections.map((section): Values => ({ ...headlineOf(parts, section), [body]: section.body }))
  const last = fresh.at(-1)!
  last[body] = textOf([...blocksOf(last[body] as RichText), ...blocksOf(document.after)])
  const first: Values = { ...items[at], [body]: textOf([...blocksOf(document.before), ...lead]) }
  const stays = isEmpty(first, body) ? [] : [first]
  return { items: items.toSpliced(at, 1, ...stays, ...fresh), added: fresh.length }
}

function headlineOf({ headline }: SectionParts, { number, heading }: { number?: string; heading: string }) {
  const hasNumber = headline.some(({ name }) => name === 'number')
  const name = headline.at(-1)!.name
  if (hasNumber) return { ...(number && { number }), [name]: heading }
  return { [name]: [number, heading].filter(Boolean).join(' ') }
}

function textOf(blocks: Block[]): RichText {
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] }
}

/** Without empty paragraphs at the start and at the end. */
function blocksOf({ content }: RichText): Block[] {
  const isText = (block: Block) => block.type !== 'paragraph' || block.content !== undefined
  const first = content.findIndex(isText)
  return first < 0 ? [] : content.slice(first, content.findLastIndex(isText) + 1)
}

function isEmpty(item: Values, body: string): boolean {
  return Object.entries(item).every(([name, value]) =>
    name === body ? blocksOf(value as RichText).length === 0 : !value,
  )
}
