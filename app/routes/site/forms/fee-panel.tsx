import { Notice } from '#ui/text/notice.tsx'
import { ScanCode, type DrawnCode } from './scan-code.tsx'
import styles from './fee-panel.module.css'

export interface FeeToPay {
  /** `₹ 5,000`; undefined if the office will say. */
  fee: string | undefined
  /** What the amount is called, if it is not the whole fee. */
  title?: string
  howToPay: string
  upi?: { code: DrawnCode; link: string; payee: string; amount: string; reference: string } | undefined
}

/** What to pay and how, or that the office will say. */
export function FeePanel({ fee, title = 'Fee', howToPay, upi }: FeeToPay) {
  if (fee === undefined)
    return (
      <Notice title="Fee">
        <p>The office will email you the amount. You do not need to pay anything before that.</p>
      </Notice>
    )
  return (
    <Notice title={`${title}: ${fee}`}>
      {howToPay && (
        <>
          <p>How to pay:</p>
          <p className={styles.lines}>{howToPay}</p>
        </>
      )}
      {upi && <UpiPanel {...upi} />}
      {!howToPay && !upi && <p>The office will email you how to pay.</p>}
    </Notice>
  )
}

function UpiPanel({ code, link, payee, amount, reference }: NonNullable<FeeToPay['upi']>) {
  return (
    <div className={styles.upi}>
      <ScanCode code={code} label={`UPI code for ${amount}`} />
      <div>
        <p>
          To pay by UPI, scan the code with your app. On a phone, you can <a href={link}>open your UPI app</a>{' '}
          directly.
        </p>
        <p>
          You can also send {amount} to <strong>{payee}</strong>. Write <strong>{reference}</strong> in the
          note, so that we can find your payment.
        </p>
      </div>
    </div>
  )
}
