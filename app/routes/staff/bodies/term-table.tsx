import { bodyPosts, isOnDay } from '#features/bodies/body.ts'
import type { RecordedTerm } from '#features/bodies/queries.server.ts'
import styles from '#routes/staff/accounts/staff-account.module.css'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Days } from '#ui/foundations/day.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'

interface Props {
  terms: RecordedTerm[]
  today: string
  typed: Record<string, string>
  errors: Record<string, string>
}

/** Everyone who ever belonged to the body, with the two changes that a term can have. */
export function TermTable({ terms, today, typed, errors }: Props) {
  if (terms.length === 0) return <p>Nobody belongs to this body yet.</p>
  const columns: Column<RecordedTerm>[] = [
    ...shownColumns(today),
    {
      key: 'change',
      label: 'Change',
      cell: (term) =>
        term.withdrawnBecause === null ? (
          <Changes term={term} today={today} typed={typed} errors={errors} />
        ) : (
          `Withdrawn: ${term.withdrawnBecause}`
        ),
    },
  ]
  return (
    <DataTable
      caption="Members with their terms"
      captionHidden
      rows={terms}
      rowKey={({ id }) => id}
      columns={columns}
    />
  )
}

function shownColumns(today: string): Column<RecordedTerm>[] {
  return [
    {
      key: 'name',
      label: 'Name',
      heads: true,
      cell: ({ name, memberNo }) => (memberNo ? `${name} (${memberNo})` : name),
    },
    { key: 'post', label: 'Post', cell: ({ post, office }) => describePost(post, office) },
    {
      key: 'term',
      label: 'Term',
      cell: ({ startsOn, endsOn }) => (
        <span>
          <Days from={startsOn} to={endsOn ?? undefined} />
          {endsOn === null && ' onwards'}
        </span>
      ),
    },
    { key: 'account', label: 'Staff account', cell: ({ account }) => account ?? 'None' },
    { key: 'state', label: 'Status', cell: (term) => statusOf(term, today) },
  ]
}

function describePost(post: RecordedTerm['post'], office: string | null): string {
  if (office === null) return bodyPosts[post]
  return post === 'member' ? office : `${office} (${bodyPosts[post].toLowerCase()})`
}

function statusOf(term: RecordedTerm, today: string): string {
  if (term.withdrawnBecause !== null) return 'Withdrawn'
  if (isOnDay(term, today)) return 'Member'
  return term.startsOn > today ? 'Not started' : 'Ended'
}

function Changes({ term, today, typed, errors }: { term: RecordedTerm } & Omit<Props, 'terms'>) {
  const { id, name, endsOn } = term
  const isOwn = typed['term'] === id
  const [endError, reasonError] = [errors[`lastDay-${id}`], errors[`reason-${id}`]]
  return (
    <details className={styles.move} open={Boolean(endError ?? reasonError)}>
      <summary aria-label={`Change the term of ${name}`}>Change the term</summary>
      {(endsOn === null || endsOn >= today) && (
        <form method="post" action="?do=end" noValidate>
          <input type="hidden" name="term" value={id} />
          <Field
            id={`lastDay-${id}`}
            name="lastDay"
            label="Last day"
            type="date"
            width="short"
            defaultValue={(isOwn ? typed['lastDay'] : undefined) ?? endsOn ?? today}
            error={endError}
          />
          <Button look="secondary">Save the last day</Button>
        </form>
      )}
      <form method="post" action="?do=withdraw" noValidate>
        <input type="hidden" name="term" value={id} />
        <Field
          id={`reason-${id}`}
          name="reason"
          label="Reason for withdrawing the term"
          hint="For a term that was entered by mistake. The term no longer counts, but stays in this list."
          width="full"
          defaultValue={isOwn ? typed['reason'] : undefined}
          error={reasonError}
        />
        <Button look="secondary">Withdraw the term</Button>
      </form>
    </details>
  )
}
