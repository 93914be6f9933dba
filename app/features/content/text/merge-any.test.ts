import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyThree } from '#test/makers/arbitrary/any-draft.ts'
import type { Block, RichText } from './document.ts'
import { readDraft, type Draft } from '#features/content/entry/drafts.ts'
import type { Field } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import { everyKind, type Kind } from '#features/content/kinds/kinds.ts'
import { mergeDrafts, settleConflicts } from './merge.ts'
import { blockKey, contentKey, isEmptyParagraph, normalValue } from './normal-form.ts'

describe.each(everyKind)('any %s', (kind) => {
  const runs = { numRuns: 20, seed: 19_941_204 }
  const three = anyThree(kind)

  test('takes a change that only one side made, or both made', () => {
    fc.assert(
      fc.property(three, ({ base, mine }) => {
        expectSame(kind, mergeDrafts(kind, base, mine, base), mine)
        expectSame(kind, mergeDrafts(kind, base, base, mine), mine)
        expectSame(kind, mergeDrafts(kind, base, mine, mine), mine)
      }),
      runs,
    )
  })

  test('merges to the same result whoever comes first, and only to what may be saved', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const one = mergeDrafts(kind, base, mine, theirs)
        const other = mergeDrafts(kind, base, theirs, mine)

        expect(one.conflicts).toEqual(other.conflicts)
        for (const field of fields[kind].filter(({ name }) => !one.conflicts.includes(name)))
          expect(keyOf(field, one.merged)).toBe(keyOf(field, other.merged))
        expect(readDraft(kind, one.merged)).toMatchObject({ ok: true })
      }),
      runs,
    )
  })

  test('keeps everything that either side wrote, and restores nothing that one side removed', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const { merged, conflicts } = mergeDrafts(kind, base, mine, theirs)
        for (const field of fields[kind].filter(({ name }) => !conflicts.includes(name))) {
          const [was, my, their, result] = [base, mine, theirs, merged].map((draft) => partsOf(field, draft))
          for (const [one, other] of [
            [my!, their!],
            [their!, my!],
          ]) {
            expect(one!.filter((part) => !was!.includes(part) && !result!.includes(part))).toEqual([])
            const removed = was!.filter(
              (part) => !one!.includes(part) && count(other!, part) <= count(was!, part),
            )
            expect(removed.filter((part) => count(was!, part) === 1 && result!.includes(part))).toEqual([])
          }
        }
      }),
      runs,
    )
  })

  test('keeps both texts of every conflict that is settled with both', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const { conflicts } = mergeDrafts(kind, base, mine, theirs)
        const choices = Object.fromEntries(conflicts.map((name) => [name, 'both' as const]))
        const settled = settleConflicts(kind, base, mine, theirs, choices)
        for (const field of fields[kind].filter(
          ({ name, control }) => conflicts.includes(name) && ['rich-text', 'list', 'lines'].includes(control),
        )) {
          const [was, my, their, result] = [base, mine, theirs, settled].map((draft) => partsOf(field, draft))
          const fresh = [...my!, ...their!].filter((part) => !was!.includes(part))
          expect(fresh.filter((part) => !result!.includes(part))).toEqual([])
        }
      }),
      runs,
    )
  })
})

function expectSame(kind: Kind, { merged, conflicts }: ReturnType<typeof mergeDrafts>, wanted: Draft) {
  expect(conflicts).toEqual([])
  for (const field of fields[kind]) expect(keyOf(field, merged)).toBe(keyOf(field, wanted))
}

type Values = Record<string, unknown>

function keyOf(field: Field, draft: Draft) {
  return contentKey(field, (draft as Values)[field.name])
}

function count(parts: string[], part: string) {
  return parts.filter((other) => other === part).length
}

/** The smallest things that someone wrote in a field: paragraphs, pictures, formulas, values. */
function partsOf(field: Field, draft: Draft): string[] {
  return parts(field, (draft as Values)[field.name])
}

function parts(field: Field, value: unknown): string[] {
  if (normalValue(field, value) === undefined) return []
  switch (field.control) {
    case 'rich-text':
      return (value as RichText).content.flatMap(leaves)
    case 'list':
      return (value as Values[]).flatMap((item) =>
        field.fields.flatMap((inner) => parts(inner, item[inner.name])),
      )
    case 'lines':
      return value as string[]
    default:
      return [`${field.name} ${contentKey(field, value)}`]
  }
}

function leaves(block: Block): string[] {
  switch (block.type) {
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap(({ content }) => content.flatMap(leaves))
    case 'blockquote':
      return block.content.flatMap(leaves)
    case 'table':
      return block.content.flatMap((row) => row.content).flatMap(({ content }) => content.flatMap(leaves))
    default:
      return isEmptyParagraph(block) ? [] : [blockKey(block)]
  }
}
