import type { ReactNode } from 'react'
import type { CallNow } from '#features/nominations/cycle.ts'
import { Moment } from '#ui/foundations/day.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'

/** A call, and when it opens, closes or closed. */
export function CallNotice({ call, children }: { call: CallNow; children?: ReactNode }) {
  return (
    <Notice
      title={
        <>
          {call.title} {call.sample && <SampleMark />}
        </>
      }
    >
      <p>
        <CallTime call={call} />
      </p>
      {children}
    </Notice>
  )
}

function CallTime({ call }: { call: CallNow }) {
  const { state, opensAt = 0, closesAt } = call
  if (state === 'ahead')
    return (
      <>
        Not open yet. Opens <Moment at={new Date(opensAt)} />.
      </>
    )
  if (closesAt === undefined) return 'Open now.'
  return (
    <>
      {state === 'open' ? 'Open until' : 'Closed on'} <Moment at={new Date(closesAt)} />.
      {state === 'closed' && ' We announce new calls on the home page.'}
    </>
  )
}
