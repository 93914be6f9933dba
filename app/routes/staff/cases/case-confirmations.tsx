import type { ReactNode } from 'react'
import type { AttachedFile } from '#features/forms/questions.ts'
import type { CaseView } from '#features/casework/case-view.ts'
import { ShownAnswers } from '#features/forms/shown-answers.tsx'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import moves from '#routes/staff/accounts/staff-account.module.css'
import styles from './cases.module.css'

interface Props {
  confirmations: Confirmation[]
  fileView: (file: AttachedFile) => ReactNode
}

type Confirmation = CaseView['confirmations'][number]

/** Confirmation requests by mailed links, and whether people confirmed the current text. */
export function CaseConfirmations({ confirmations, fileView }: Props) {
  if (confirmations.length === 0) return <p>No confirmations were requested.</p>
  return (
    <ul className={styles.list}>
      {confirmations.map((one) => (
        <li key={one.id} className={styles.confirmation}>
          <h3>{one.what}</h3>
          <p>
            {one.name} ({one.email}), asked <Moment at={new Date(one.requestedAt)} />
            {one.remindedAt !== null && (
              <>
                , reminded <Moment at={new Date(one.remindedAt)} />
              </>
            )}
          </p>
          <p>
            <Status one={one} />
          </p>
          <NewLink one={one} />
          <Fits one={one} />
          {one.answer.length > 0 && (
            <ShownAnswers
              level={4}
              parts={[{ name: one.id, title: 'Answer', items: one.answer }]}
              fileView={fileView}
            />
          )}
          {one.wording && (
            <details className={moves.move}>
              <summary>What the person agreed to</summary>
              <blockquote className={styles.text}>{one.wording}</blockquote>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

function Status({ one }: { one: Confirmation }) {
  if (one.answeredAt !== null)
    return (
      <>
        Answered <Moment at={new Date(one.answeredAt)} />.
      </>
    )
  return statusLabels[one.status as keyof typeof statusLabels]
}

const statusLabels = {
  waiting: 'Not answered yet.',
  over: 'Not answered. The link has expired.',
  void: 'No longer needed.',
}

/** A link got lost: a new one replaces it. */
function NewLink({ one: { id, what, sentAt, newLink } }: { one: Confirmation }) {
  if (newLink === 'no') return null
  const lastSent = (
    <p>
      Last sent <Moment at={new Date(sentAt)} />.{' '}
      {newLink === 'soon' && 'You can send a new link ten minutes after that.'}
    </p>
  )
  if (newLink === 'soon') return lastSent
  return (
    <>
      {lastSent}
      <form method="post" action="?do=send-link">
        <input type="hidden" name="question" value={id} />
        <Button look="secondary" aria-label={`Send a new link: ${what}`}>
          Send a new link
        </Button>
      </form>
    </>
  )
}

function Fits({ one: { isOfThisText, changed } }: { one: Confirmation }) {
  if (isOfThisText === undefined) return null
  if (isOfThisText) return <p>Confirmed for the current text.</p>
  return (
    <p>
      <strong>Confirmed for an earlier text.</strong>{' '}
      {changed.length > 0 && `Changed since: ${changed.join(', ')}.`}
    </p>
  )
}
