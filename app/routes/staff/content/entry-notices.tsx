import { rules, type Move } from '#features/content/entry/workflow.ts'
import { Notice } from '#ui/text/notice.tsx'

/** What came of the last move or change of place, as the address tells it. */
export function EntryNotices({ moved, placed }: { moved?: string | undefined; placed?: string | undefined }) {
  const done = moved !== undefined && Object.hasOwn(rules, moved) ? doneBy[moved as Move] : undefined
  if (!done && placed === undefined) return null
  return (
    <Notice kind="success">
      <p>{done ?? 'The place is changed.'}</p>
    </Notice>
  )
}

const doneBy: Record<Move, string> = {
  submit: 'An administrator will see it on the desk and publish it.',
  withdraw: 'It is a draft again.',
  publish: 'It is published: every visitor sees it now.',
  schedule: 'It is scheduled and goes out by itself.',
  discard: 'The changes are discarded; they stay among the versions.',
  archive: 'It is off the site and kept here.',
  bin: 'It lies in the bin for 30 days.',
  restore: 'It is out of the bin, as a draft.',
}
