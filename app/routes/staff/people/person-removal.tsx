import { longestReason } from '#features/people/person-fields.ts'
import { Button } from '#ui/form/button.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { Notice } from '#ui/text/notice.tsx'
import styles from '#routes/staff/accounts/staff-account.module.css'

interface WaitingProps {
  name: string
  removal: { reason: string; by: string | null; at: number; releaseAt: number | null; mayRelease: boolean }
}

/** A removal that another officer releases and anyone can withdraw. */
export function RemovalWaits({ name, removal: { reason, by, at, releaseAt, mayRelease } }: WaitingProps) {
  return (
    <Notice kind="warning" title="Removal waits for release">
      <p>
        {by ?? 'A former member of staff'} proposed to remove {name} from the register,{' '}
        <Moment at={new Date(at)} />. Reason: {reason}
      </p>
      {releaseAt !== null && (
        <p>
          We remove the person <Moment at={new Date(releaseAt)} />, unless someone withdraws the proposal.
        </p>
      )}
      {mayRelease ? (
        <form method="post" action="?do=release-removal">
          <Button>Remove {name}</Button>
        </form>
      ) : (
        <p>Another administrator or member of the office has to release it.</p>
      )}
      <form method="post" action="?do=withdraw-removal">
        <Button look="secondary">Withdraw the proposal</Button>
      </form>
    </Notice>
  )
}

interface ProposeProps {
  name: string
  typed: string | undefined
  error: string | undefined
}

export function ProposeRemoval({ name, typed, error }: ProposeProps) {
  return (
    <details className={styles.move} open={error !== undefined}>
      <summary>Remove from the register</summary>
      <p>
        Another officer releases the removal; until then you can withdraw it. After the release {name} is no
        longer in the register or the directory. The person can be restored for 30 days. After that, their
        data is gone for good.
      </p>
      <form method="post" action="?do=propose-removal" noValidate>
        <RemovalReasonField typed={typed} error={error} />
        <Button look="secondary">Propose removal</Button>
      </form>
    </details>
  )
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
      maxLength={longestReason}
      defaultValue={typed}
      error={error}
    />
  )
}
