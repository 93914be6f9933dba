import { Day, Moment } from '#ui/foundations/day.tsx'
import { Notice } from '#ui/text/notice.tsx'
import type { CallStatus } from './call-status.ts'

/** How long there is to send the form; where it is too late, that nothing of it is lost. */
export function CallStatusNote({ callStatus, savedUntil }: { callStatus: CallStatus; savedUntil: string }) {
  const saved = <Day date={savedUntil} />
  switch (callStatus.state) {
    case 'open':
      if (callStatus.until === undefined) return null
      return (
        <Notice>
          <p>
            Send the form by <Moment at={new Date(callStatus.until)} />.
          </p>
        </Notice>
      )
    case 'grace':
      return (
        <Notice kind="warning" title="The call has closed">
          <p>
            You began before it closed, so you can still send the form until{' '}
            <Moment at={new Date(callStatus.until)} />.
          </p>
        </Notice>
      )
    case 'ahead':
      return (
        <Notice kind="warning" title="Not open yet">
          <p>
            The form cannot be sent before{' '}
            {callStatus.opens === undefined ? 'the call opens' : <Moment at={new Date(callStatus.opens)} />}.
            Your answers are kept until {saved}.
          </p>
        </Notice>
      )
    case 'closed':
      return (
        <Notice kind="warning" title="This form is closed">
          <p>
            {callStatus.since === undefined ? (
              'No call is open, so it cannot be sent.'
            ) : (
              <>
                The call closed on <Moment at={new Date(callStatus.since)} />, so the form cannot be sent any
                more.
              </>
            )}{' '}
            Nothing of what you wrote is lost: it is kept until {saved}, and can be sent if a call opens
            before then.
          </p>
        </Notice>
      )
  }
}
