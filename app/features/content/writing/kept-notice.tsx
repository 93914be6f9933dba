import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/day.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Kept } from './kept.ts'

type Props = {
  /** Kept in this browser. */
  here: Kept | undefined
  /** Kept on the server, perhaps from another device. */
  there: Kept | undefined
  /** Nobody has typed anything since the page was opened. */
  isUntouched: boolean
  differs: (kept: Kept) => boolean
  onTake: (kept: Kept) => void
  onDrop: () => void
}

/** Offers what was typed earlier and never saved. */
export function KeptNotice({ here, there, isUntouched, differs, onTake, onDrop }: Props) {
  const [isDone, setDone] = useState(false)
  const kept = latestOf(here, there)
  if (isDone || !kept || !isUntouched || !differs(kept)) return null
  return (
    <Notice kind="note" title="There is something you typed and did not save">
      <p>
        It was kept on <Moment at={new Date(kept.at)} />.
      </p>
      <p>
        <Button
          type="button"
          look="secondary"
          onClick={() => {
            setDone(true)
            onTake(kept)
          }}
        >
          Go on with it
        </Button>{' '}
        <Button
          type="button"
          look="quiet"
          onClick={() => {
            setDone(true)
            onDrop()
          }}
        >
          Throw it away
        </Button>
      </p>
    </Notice>
  )
}

function latestOf(here: Kept | undefined, there: Kept | undefined) {
  if (!here || !there) return here ?? there
  return here.at >= there.at ? here : there
}
