import type { ReactNode } from 'react'
import type { CallNow } from '#features/calls/call.ts'
import { CallTime } from '#routes/site/calls/call-time.tsx'
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
        {call.state === 'closed' && ' We announce new calls on the home page.'}
      </p>
      {children}
    </Notice>
  )
}
