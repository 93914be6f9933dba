import { maxReasonLength } from '#features/people/person-fields.ts'
import { Button } from '#ui/form/button.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { Notice } from '#ui/text/notice.tsx'
import styles from '#routes/staff/accounts/staff-account.module.css'

interface WaitingProps {
  name: string
  removal: {
    reason: string
    by: string | null
    at: number
    releaseAt: number | null
    mayRelease: boolean
    /** The entry was changed after it was proposed. */
    isChanged: boolean
    shownVersion: string
  }
}

/** A removal that another officer approves and anyone can withdraw. */
export function RemovalWaits({ name, removal }: WaitingProps) {
  const { reason, by, at, releaseAt, mayRelease, isChanged, shownVersion } = removal
  return (
    <div id="removal">
      <Notice kind="warning" title="Removal proposed">
        <p>
          {by ?? 'A former member of staff'} proposed to remove {name} from the register on{' '}
          <Moment at={new Date(at)} />. Reason: {reason}
        </p>
        {isChanged && (
          <p>
            Someone has changed this entry since then. Read it again, and see the{' '}
            <a href="#history">history</a>, before you remove {name}.
          </p>
        )}
        {releaseAt !== null && !isChanged && (
          <p>
            We will remove {name} on <Moment at={new Date(releaseAt)} />, unless someone withdraws the
            proposal.
          </p>
        )}
        {mayRelease ? (
          <form method="post" action="?do=release-removal">
            <input type="hidden" name="shownVersion" value={shownVersion} />
            <Button>Remove {name}</Button>
          </form>
        ) : (
          <p>
            Another administrator or member of the office{' '}
            {releaseAt === null ? 'must approve it.' : 'can approve it earlier.'}
          </p>
        )}
        <form method="post" action="?do=withdraw-removal">
          <Button look="secondary">Withdraw the proposal</Button>
        </form>
      </Notice>
    </div>
  )
}

interface ProposeProps {
  name: string
  needsRelease: boolean
  typed: string | undefined
  error: string | undefined
}

export function ProposeRemoval({ name, needsRelease, typed, error }: ProposeProps) {
  return (
    <details className={styles.move} open={error !== undefined}>
      <summary>Remove from the register</summary>
      <p>
        <WhenRemoved needsRelease={needsRelease} /> You can withdraw it until then. Once removed, {name} is no
        longer in the register or the directory. You can restore the person for 30 days. After that, we
        permanently delete their data.
      </p>
      <form method="post" action="?do=propose-removal" noValidate>
        <RemovalReasonField typed={typed} error={error} />
        <Button look="secondary">Propose removal</Button>
      </form>
    </details>
  )
}

/** What has to happen before anyone is removed. */
export function WhenRemoved({ needsRelease }: { needsRelease: boolean }) {
  return needsRelease
    ? 'Another administrator or member of the office must approve this.'
    : 'This takes effect after the delay in the settings.'
}

export function RemovalReasonField({
  typed,
  error,
}: {
  typed: string | undefined
  error: string | undefined
}) {
  return (
    <TextAreaField
      name="removalReason"
      label="Reason for the removal"
      hint="Recorded in the history with your name. Only staff can see it."
      rows={3}
      maxLength={maxReasonLength}
      defaultValue={typed}
      error={error}
    />
  )
}
