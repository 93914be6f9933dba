import type { Editor, Extensions } from '@tiptap/core'
import { Subscript } from '@tiptap/extension-subscript'
import { Superscript } from '@tiptap/extension-superscript'
import { StarterKit } from '@tiptap/starter-kit'
import { Code, Link } from './marks.ts'
import { type PieceDrawings, ownNodes } from './nodes.ts'
import { tables } from './tables.ts'

/** What can be written: exactly the nodes and marks of the stored grammar. */
export function grammar(
  drawings?: PieceDrawings,
  edit: (editor: Editor, position: number) => void = () => undefined,
): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4] },
      code: false,
      codeBlock: false,
      link: false,
      strike: false,
      underline: false,
      // A trailing empty paragraph would be stored; the gap cursor and our own commands lead out of a table instead.
      trailingNode: false,
      dropcursor: { color: false, width: 2 },
    }),
    Code,
    Subscript,
    Superscript,
    Link,
    ...tables,
    ...ownNodes(drawings, edit),
  ]
}
