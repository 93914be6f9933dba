import { shownLines, type ShownLines } from '#features/payments/lines.ts'
import type { readStatement } from '#features/payments/reading.server.ts'
import { Button } from '#ui/form/button.tsx'
import { CountLine } from '#ui/list/count-line.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { Day, Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { Field } from '#ui/form/field.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { Pagination } from '#ui/list/pagination.tsx'
import { ReceiptLink } from './receipt-link.tsx'
import styles from '#routes/staff/cases/cases.module.css'
import { formatNumber } from '#ui/foundations/numbers.ts'

type Lines = NonNullable<NonNullable<Awaited<ReturnType<typeof readStatement>>>['lines']>
type Line = Lines['rows'][number]

interface Props extends Lines {
  id: string
  errors: Record<string, string>
  typed: Record<string, string>
}

/** The lines of a statement, with the proposal for each or its outcome. */
export function StatementLines({ id, rows, show, page, pageSize, counts, certain, errors, typed }: Props) {
  const path = `/editor/payments/${id}`
  const total = counts[show]
  return (
    <>
      <ul className={styles.contents} aria-label="Lines of this statement">
        {(Object.entries(shownLines) as [ShownLines, string][]).map(([kind, label]) => (
          <li key={kind}>
            <a
              href={listHref(path, { show: kind === 'open' ? undefined : kind })}
              aria-current={kind === show ? 'page' : undefined}
            >
              {label} ({formatNumber(counts[kind])})
            </a>
          </li>
        ))}
        {counts.matched === 0 && (
          <li>
            <a href={`${path}?step=columns`}>Change columns</a>
          </li>
        )}
      </ul>
      {show === 'open' && certain > 0 && (
        <form method="post" action="?do=confirm-certain">
          <p>
            <Button>
              {certain === 1 ? 'Confirm the definite match' : `Confirm all ${certain} definite matches`}
            </Button>
          </p>
        </form>
      )}
      {rows.length === 0 ? (
        <EmptyState title={show === 'open' ? 'All lines are matched' : 'No results'}>
          <p>Choose a group above to see its lines.</p>
        </EmptyState>
      ) : (
        <section id="rows" className={styles.stack}>
          <CountLine {...{ page, pageSize, total, one: 'line', many: 'lines' }} />
          <DataTable
            caption={shownLines[show]}
            captionHidden
            rows={rows}
            rowKey={(line) => line.id}
            columns={columnsFor(show)}
            choice={{
              things: 'lines',
              nameOf: ({ number }) => `line ${number}`,
              mayChoose: () => show === 'open' || show === 'aside',
              acts: actsFor(show),
            }}
          />
        </section>
      )}
      <Pagination
        page={page}
        pages={Math.max(1, Math.ceil(total / pageSize))}
        hrefFor={(page) => listHref(path, { show: show === 'open' ? undefined : show, page })}
      />
      {show === 'open' && <ByHand errors={errors} typed={typed} />}
    </>
  )
}

function actsFor(show: ShownLines) {
  if (show === 'open')
    return [
      { label: 'Confirm the proposed match', action: '?do=confirm' },
      { label: 'Set aside', action: '?do=set-aside' },
    ]
  return show === 'aside' ? [{ label: 'Restore', action: '?do=take-back' }] : []
}

function columnsFor(show: ShownLines): Column<Line>[] {
  const became: Partial<Record<ShownLines, Column<Line>>> = {
    open: {
      key: 'proposal',
      label: 'Proposed',
      cell: ({ proposal }) =>
        proposal && (
          <>
            <a href={`/editor/cases/${proposal.reference}`}>{proposal.reference}</a>, {proposal.name}
            <span className={styles.note}>
              {proposal.why}
              {proposal.isCertain ? ': definite match' : ': check carefully'}
            </span>
          </>
        ),
    },
    matched: {
      key: 'case',
      label: 'Application',
      cell: ({ reference, paymentId, amount, settledBy, settledAt }) => (
        <span>
          {reference ? <a href={`/editor/cases/${reference}`}>{reference}</a> : 'erased'}
          {reference && paymentId && (
            <>
              {' · '}
              <ReceiptLink reference={reference} id={paymentId} amount={amount ?? ''} />
            </>
          )}
          <Settled by={settledBy} at={settledAt} />
        </span>
      ),
    },
    aside: {
      key: 'aside',
      label: 'Set aside',
      cell: ({ settledBy, settledAt }) => <Settled by={settledBy} at={settledAt} />,
    },
    useless: { key: 'problem', label: 'Why', cell: ({ problem }) => problem },
  }
  const last = became[show]
  return [
    { key: 'line', label: 'Line', heads: true, cell: ({ number }) => number },
    { key: 'day', label: 'Day', cell: ({ paidOn }) => paidOn && <Day date={paidOn} /> },
    { key: 'amount', label: 'Amount', cell: ({ amount }) => amount },
    { key: 'number', label: 'Number', cell: ({ payNumber }) => payNumber },
    {
      key: 'payer',
      label: 'Bank’s description',
      cell: ({ payer }) => <span className={styles.text}>{payer}</span>,
    },
    ...(last ? [last] : []),
  ]
}

function Settled({ by, at }: { by: string | null; at: number | null }) {
  return (
    <span className={styles.note}>
      {by ?? 'A former member of staff'}
      {at !== null && (
        <>
          , <Moment at={new Date(at)} />
        </>
      )}
    </span>
  )
}

/** For a payment without a proposal, or with a wrong one. */
function ByHand({ errors, typed }: Pick<Props, 'errors' | 'typed'>) {
  return (
    <section className={styles.section}>
      <h2>Match by hand</h2>
      <form method="post" action="?do=match" noValidate>
        <Field
          name="line"
          label="Line number"
          width="short"
          inputMode="numeric"
          maxLength={5}
          error={errors['line']}
          defaultValue={typed['line']}
        />
        <Field
          name="reference"
          label="Application reference"
          width="short"
          maxLength={16}
          error={errors['reference']}
          defaultValue={typed['reference']}
        />
        <Button look="secondary">Match</Button>
      </form>
    </section>
  )
}
