import { rules, type EntryMove } from '#features/content/entry/workflow.ts'
import { Notice } from '#ui/text/notice.tsx'

/** The outcome of the last move or change of location, from the address. */
export function EntryNotices({ moved, placed }: { moved?: string | undefined; placed?: string | undefined }) {
  const done = moved !== undefined && Object.hasOwn(rules, moved) ? doneBy[moved as EntryMove] : undefined
  if (!done && placed === undefined) return null
  return (
    <Notice kind="success">
      <p>{done ?? 'Address and order saved.'}</p>
    </Notice>
  )
}

const doneBy: Record<EntryMove, string> = {
  submit: 'Submitted for review. An administrator will see it on the Admin Dashboard.',
  withdraw: 'Returned to draft.',
  publish: 'Published. Visitors can see it now.',
  schedule: 'Scheduled. It will be published automatically.',
  discard: 'Changes discarded. You can still find them under Versions.',
  archive: 'Unpublished. Visitors no longer see it.',
  bin: 'Deleted. You can restore it for 30 days.',
  restore: 'Restored as a draft.',
}
