import type { CaseView } from '#features/casework/case-view.ts'
import { mailStates } from '#features/mail/states.ts'
import { MailAddress } from '#routes/staff/mail/mail-address.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Facts } from '#ui/text/facts.tsx'
import styles from './cases.module.css'

/** Every move with who made it, when and what was recorded; newest first. */
export function CaseHistory({ history, receivedAt }: Pick<CaseView, 'history' | 'receivedAt'>) {
  const moves = history.map(({ number, label, from, to, by, at, facts }) => ({
    id: `move-number-${number}`,
    title: label,
    margin: <Moment at={new Date(at)} />,
    meta: `By ${by}. From “${from}” to “${to}”.`,
    ...(facts.length > 0 && {
      children: (
        <Facts
          facts={facts.map(({ label, text }) => ({
            label,
            value: <span className={styles.text}>{text}</span>,
          }))}
        />
      ),
    }),
  }))
  const received = { id: 'received', title: 'Received', margin: <Moment at={new Date(receivedAt)} /> }
  return <EntryList entries={[...moves, received]} />
}

type LetterLine = CaseView['letters'][number]

/** The letters about the case. Only administrators may open them. */
export function CaseLetters({ letters }: { letters: LetterLine[] }) {
  if (letters.length === 0) return <p>No emails about this case yet.</p>
  return (
    <DataTable
      caption="Emails"
      captionHidden
      rows={letters}
      rowKey={({ id, at, subject, to }) => id || `${at} ${subject} ${to}`}
      columns={[
        {
          key: 'subject',
          label: 'Subject',
          heads: true,
          cell: ({ id, subject }) => (id ? <a href={`/admin/mail/${id}`}>{subject}</a> : subject),
        },
        { key: 'to', label: 'To', cell: ({ to }) => <MailAddress address={to} /> },
        { key: 'when', label: 'Created', cell: ({ at }) => <Moment at={new Date(at)} /> },
        { key: 'state', label: 'Status', cell: stateOf },
      ]}
    />
  )
}

function stateOf({ sentAt, failedAt, bouncedAt, bounceNote }: LetterLine) {
  if (bouncedAt !== null) return `${mailStates.bounced}${bounceNote ? `: ${bounceNote}` : ''}`
  if (sentAt !== null) return mailStates.sent
  return failedAt === null ? mailStates.unsent : mailStates.failed
}
