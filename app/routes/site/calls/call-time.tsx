import type { CallNow } from '#features/calls/call.ts'
import { Moment } from '#ui/foundations/day.tsx'

/** When a call opens, closes or closed, in a sentence. */
export function CallTime({ call: { state, opensAt = 0, closesAt, graceUntil } }: { call: CallNow }) {
  if (state === 'coming')
    return (
      <>
        Not open yet. Opens <Moment at={new Date(opensAt)} />.
      </>
    )
  if (closesAt === undefined) return 'Open now.'
  return (
    <>
      {state === 'open' ? 'Open until' : 'Closed on'} <Moment at={new Date(closesAt)} />.
      {graceUntil !== undefined && (
        <>
          {' '}
          If you started the form before then, you can submit it until <Moment at={new Date(graceUntil)} />.
        </>
      )}
    </>
  )
}
