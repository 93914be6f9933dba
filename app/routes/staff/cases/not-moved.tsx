import type { BulkMoved } from '#features/casework/bulk-moves.server.ts'
import { Notice } from '#ui/text/notice.tsx'

/** The outcome of a bulk move: how many were moved, and why the others were not. */
export function NotMoved({ moved, left, things }: BulkMoved & { things: string }) {
  return (
    <Notice kind="warning" title={`${moved} changed, ${left.length} not changed`}>
      <p>These {things} were not changed:</p>
      <ul>
        {left.map(({ reference, sentence }) => (
          <li key={reference}>
            {reference}: {sentence}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
