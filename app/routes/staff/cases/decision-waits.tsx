import type { WaitingDecision } from '#features/casework/decisions.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { DecidedFacts } from './decided-facts.tsx'
import { PreviewedLetters } from './previewed-letters.tsx'
import styles from './cases.module.css'

interface Props {
  decision: WaitingDecision
  ownId: string
}

/** A recorded decision with its emails, to be released by another officer or withdrawn by anyone. */
export function CaseDecisionWaits({ decision, ownId }: Props) {
  const { label, by, at, releaseAt, officerId, letters, shownHash } = decision
  return (
    <>
      <h2 id="decision">{label}: waiting for release</h2>
      <p>
        Recorded by {by ?? 'a former member of staff'}, <Moment at={new Date(at)} />.{' '}
        {releaseAt !== null && (
          <>
            It takes effect <Moment at={new Date(releaseAt)} />, unless someone withdraws it.
          </>
        )}
      </p>
      <DecidedFacts decision={decision} />
      <h2>What we will send</h2>
      <PreviewedLetters letters={letters} />
      {officerId === ownId && releaseAt !== null ? (
        <p>A second person can release it earlier.</p>
      ) : officerId === ownId ? (
        <p>
          Another administrator or member of the office has to release it. If there is nobody else, an
          administrator can turn off “A second person releases decisions” in the{' '}
          <a href="/admin/settings/access#decisionsNeedRelease">settings</a>. Then withdraw this decision and
          record it again: it takes effect after a delay.
        </p>
      ) : (
        <form method="post" action="?do=release">
          <input type="hidden" name="shownHash" value={shownHash} />
          <Button>Release and send</Button>
        </form>
      )}
      <form method="post" action="?do=withdraw" className={styles.section}>
        <Button look="secondary">Withdraw the decision</Button>
      </form>
    </>
  )
}
