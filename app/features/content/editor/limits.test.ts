import { getSchema } from '@tiptap/core'
import { EditorState, type Plugin } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { documentSchema, emptyDocument, maxSpan, type RichText } from '#features/content/text/document.ts'
import { fromEditor } from './exchange.ts'
import { grammar } from './extensions.ts'
import { limits } from './limits.ts'

const schema = getSchema(grammar())

/** Whether the editor accepts the document, and its message if it does not. */
async function tryDocument(content: unknown[]) {
  const said: string[] = []
  const extension = limits((sentence) => said.push(sentence))
  const plugins = extension.config.addProseMirrorPlugins?.call({} as never) as Plugin[]
  const state = EditorState.create({ doc: schema.nodeFromJSON(emptyDocument), plugins })
  const nodes = content.map((block) => schema.nodeFromJSON(block))
  const after = state.apply(state.tr.replaceWith(0, state.doc.content.size, nodes)).doc
  await Promise.resolve()
  return {
    taken: after !== state.doc,
    said,
    fits: documentSchema.safeParse(fromEditor({ type: 'doc', content: content as RichText['content'] }))
      .success,
  }
}

function quotes(count: number): unknown {
  const link = { type: 'link', attrs: { href: '/' } }
  const words = { type: 'paragraph', content: [{ type: 'text', text: 'deep', marks: [link] }] }
  return Array.from({ length: count }).reduce((inner) => ({ type: 'blockquote', content: [inner] }), words)
}

test.each([1, 8, 13, 14, 15, 16, 40])(
  'of %i nested quotes the editor accepts what can be stored',
  async (count) => {
    const { taken, fits, said } = await tryDocument([quotes(count)])
    expect(taken).toBe(fits)
    expect(said).toEqual(fits ? [] : ['This is the deepest level.'])
  },
)

test('a row has at most a hundred cells', async () => {
  const row = (count: number) => ({
    type: 'table',
    content: [
      {
        type: 'tableRow',
        content: Array.from({ length: count }, () => ({
          type: 'tableCell',
          content: [{ type: 'paragraph' }],
        })),
      },
    ],
  })
  expect(await tryDocument([row(maxSpan)])).toMatchObject({ taken: true, said: [] })
  expect(await tryDocument([row(maxSpan + 1)])).toMatchObject({
    taken: false,
    said: ['A table can have at most 100 columns.'],
  })
})

test('a text that is too long to be stored is not accepted', async () => {
  const paragraphs = (count: number) =>
    Array.from({ length: count }, () => ({
      type: 'paragraph',
      content: [{ type: 'text', text: 'word '.repeat(200) }],
    }))
  expect(await tryDocument(paragraphs(250))).toMatchObject({ taken: true, fits: true, said: [] })
  const { taken, fits, said } = await tryDocument(paragraphs(310))
  expect({ taken, fits }).toEqual({ taken: false, fits: false })
  expect(said[0]).toMatch(/too long/)
})
