import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { anyDocument } from '#test/makers/arbitrary/any-document.ts'
import { anyDraft, anyThree } from '#test/makers/arbitrary/any-draft.ts'
import { compareVersions, type DiffSegment } from './compare.ts'
import { DocumentBody } from './document-body.tsx'
import { documentSchema, type RichText } from './document.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import { fields } from '#features/content/kinds/fields.ts'
import { everyKind, type Kind } from '#features/content/kinds/kinds.ts'
import { contentKey } from './normal-form.ts'
import { tokensOf } from './tokens.ts'

describe.each(everyKind)('any two versions of a %s', (kind) => {
  const runs = { numRuns: 20, seed: 19_941_204 }

  test('compare as the same only if all their data are the same', () => {
    fc.assert(
      fc.property(anyThree(kind), anyDraft(kind), ({ base, mine }, other) => {
        expectTrue(kind, base, mine)
        expectTrue(kind, base, other)
        expect(compareVersions(kind, base, structuredClone(base))).toEqual([])
      }),
      runs,
    )
  })

  test('have the same sequence of words and labels only if their data are the same', () => {
    fc.assert(
      fc.property(anyThree(kind), ({ base, mine }) => {
        for (const field of fields[kind]) {
          const [one, other] = [base, mine].map((draft) => (draft as Record<string, unknown>)[field.name])
          const rows = [one, other].map((value) => JSON.stringify(tokensOf(field, value, new Map())))
          expect(rows[0] === rows[1]).toBe(contentKey(field, one) === contentKey(field, other))
        }
      }),
      runs,
    )
  })
})

test('one change anywhere in a text that readers can see is shown', () => {
  const change = fc.record({ at: fc.nat(), how: fc.constantFrom('change', 'remove') })
  fc.assert(
    fc.property(anyDocument(), change, (document, { at, how }) => {
      const changed = documentSchema.safeParse(withOneChange(document, at, how))
      fc.pre(changed.success && markup(changed.data) !== markup(document))
      expectTrue('news', { body: document }, { body: changed.data })
      expect(compareVersions('news', { body: document }, { body: changed.data })).toHaveLength(1)
    }),
    { numRuns: 30, seed: 19_941_204 },
  )
})

/** Every field that differs is there, with something marked in it. */
function expectTrue(kind: Kind, before: Draft, after: Draft) {
  const differences = compareVersions(kind, before, after)
  const value = (draft: Draft, name: string) => (draft as Record<string, unknown>)[name]
  const differing = fields[kind].filter(
    (field) => contentKey(field, value(before, field.name)) !== contentKey(field, value(after, field.name)),
  )
  expect(differences.map(({ name }) => name)).toEqual(differing.map(({ name }) => name))
  for (const { name, before, after } of differences)
    expect([name, [...before, ...after].some(isMarked)]).toEqual([name, true])
}

function isMarked({ own, otherStyle }: DiffSegment) {
  return own || otherStyle !== undefined
}

function markup(document: RichText) {
  return renderToStaticMarkup(
    createElement(DocumentBody, { document, figure: ({ file, alt }) => `${file} ${alt}` }),
  )
}

/** The document with one of its values changed or removed. */
function withOneChange(document: RichText, at: number, how: 'change' | 'remove'): unknown {
  const copy = structuredClone(document)
  const edits: (() => void)[] = []
  const visit = (holder: Record<string, unknown> | unknown[]) => {
    for (const [name, value] of Object.entries(holder)) {
      const inside = holder as Record<string, unknown>
      edits.push(() => {
        if (how === 'change') inside[name] = changed(value)
        else if (Array.isArray(holder)) holder.splice(Number(name), 1)
        else delete inside[name]
      })
      if (typeof value === 'object' && value !== null) visit(value as Record<string, unknown>)
    }
  }
  visit(copy)
  edits[at % edits.length]?.()
  return copy
}

const others: Record<string, string> = {
  bold: 'italic',
  italic: 'code',
  superscript: 'subscript',
  bulletList: 'orderedList',
  orderedList: 'bulletList',
  tableCell: 'tableHeader',
  tableHeader: 'tableCell',
}

function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value !== 'string') return value
  return others[value] ?? `${value}x`
}
