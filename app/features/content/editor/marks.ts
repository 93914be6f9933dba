import { Mark } from '@tiptap/core'
import { isSafeHref } from '#features/content/addresses/safe-href.ts'

/** A link is its address and nothing else; one that may not be stored is also dropped from pasted text. */
export const Link = Mark.create({
  name: 'link',
  priority: 1000,
  inclusive: false,
  keepOnSplit: false,
  addAttributes: () => ({ href: { default: null, rendered: false } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = element.getAttribute('href') ?? ''
        return isSafeHref(href) && { href }
      },
    },
  ],
  // No target and no opener: inside the editor a link is editable text.
  renderHTML: ({ mark }) => ['a', { href: String(mark.attrs['href']) }, 0],
})

/** Tiptap's own code mark excludes all others; in the grammar code may be bold or linked like other text. */
export const Code = Mark.create({
  name: 'code',
  excludes: '',
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: 'code' }, { tag: 'kbd' }, { tag: 'samp' }, { tag: 'tt' }],
  renderHTML: () => ['code', 0],
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) }
  },
})
