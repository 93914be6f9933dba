import { Notice } from '#ui/text/notice.tsx'
import styles from './fee-panel.module.css'

/** What to pay and how, or that the office will say. */
export function FeePanel({ fee, howToPay }: { fee: string | undefined; howToPay: string }) {
  if (fee === undefined)
    return (
      <Notice title="Fee">
        <p>The office will email you the fee. You do not need to pay anything before that.</p>
      </Notice>
    )
  return (
    <Notice title={`Fee: ${fee}`}>
      {howToPay ? (
        <>
          <p>How to pay:</p>
          <p className={styles.lines}>{howToPay}</p>
        </>
      ) : (
        <p>The office will email you how to pay.</p>
      )}
    </Notice>
  )
}
