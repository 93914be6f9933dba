import { Day, Moment } from '#ui/foundations/day.tsx'
import { Notice } from '#ui/text/notice.tsx'
import type { CallStatus } from './call-status.ts'
import styles from './call-status-note.module.css'

/** How long the form can still be submitted; if it is too late, that nothing is lost. */
export function CallStatusNote({ callStatus, savedUntil }: { callStatus: CallStatus; savedUntil: string }) {
  const saved = <Day date={savedUntil} />
  switch (callStatus.state) {
    case 'open':
      if (callStatus.change)
        return (
          <Notice title="What to change">
            <p className={styles.change}>{callStatus.change.text}</p>
            {callStatus.change.due && (
              <p>
                Submit the form again by <Day date={callStatus.change.due} />.
              </p>
            )}
          </Notice>
        )
      if (callStatus.until === undefined) return null
      return (
        <Notice>
          <p>
            Submit the form by <Moment at={new Date(callStatus.until)} />.
          </p>
        </Notice>
      )
    case 'grace':
      return (
        <Notice kind="warning" title="The call has closed">
          <p>
            You started before it closed, so you can still submit the form until{' '}
            <Moment at={new Date(callStatus.until)} />.
          </p>
        </Notice>
      )
    case 'coming':
      return (
        <Notice kind="warning" title="Not open yet">
          <p>
            You cannot submit the form before{' '}
            {callStatus.opens === undefined ? 'the call opens' : <Moment at={new Date(callStatus.opens)} />}.
            Your answers are saved until {saved}.
          </p>
        </Notice>
      )
    case 'closed':
      return (
        <Notice kind="warning" title="This form is closed">
          <p>
            {callStatus.since === undefined ? (
              'No call is open, so you cannot submit the form.'
            ) : (
              <>
                The call closed on <Moment at={new Date(callStatus.since)} />, so you can no longer submit the
                form.
              </>
            )}{' '}
            Your answers are saved until {saved}. If a new call opens before then, you can submit the form.
          </p>
        </Notice>
      )
  }
}
