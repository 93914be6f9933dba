import type { ExportRight } from '#routes/request/confirm.server.ts'
import { tableFormats } from '#server/tables/table.ts'
import { Button } from '#ui/form/button.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { listHref, type Query } from '#ui/list/list-href.ts'
import styles from '#routes/staff/accounts/staff-account.module.css'

interface Props {
  /** The address that answers with the file. */
  action: string
  /** The filters of the list; the file contains exactly that. */
  query?: Query
  /** How much the file will contain: "120 people". */
  what: string
  /** What the form opens under, if it exports something else than the list above it. */
  label?: string
  right: ExportRight
  /** The page with the list. */
  back: string
  /** Distinguishes it from another such form on the page. */
  name?: string
  /** A list without people needs no reason. */
  asksReason?: boolean
}

/** Below a list: the current list as a file. */
export function ExportForm({
  action,
  query = {},
  what,
  label,
  right,
  back,
  name = 'export',
  asksReason = true,
}: Props) {
  return (
    <details className={styles.move}>
      <summary>{label ?? 'Export this list'}</summary>
      {right === 'yes' ? (
        <form method="post" action={listHref(action, query)}>
          <p>
            The file will contain {what}
            {label === undefined && ': the list with the current filters'}.
          </p>
          <SelectField
            id={`${name}-format`}
            name="format"
            label="Format"
            choices={Object.entries(tableFormats).map(([value, label]) => ({ value, label }))}
          />
          {asksReason && (
            <Field
              id={`${name}-reason`}
              name="reason"
              label="Reason"
              hint="Recorded in the audit trail with your name."
              width="full"
              required
              minLength={3}
              maxLength={500}
            />
          )}
          <Button look="secondary">Export</Button>
        </form>
      ) : right === 'confirm-first' ? (
        <Notice>
          <p>
            To export, confirm your password.{' '}
            <a href={listHref('/account/confirm', { next: listHref(back, query) })}>Confirm your password</a>,
            then come back here.
          </p>
        </Notice>
      ) : (
        <Notice>
          <p>Only administrators can export this list. Ask one of them if you need the file.</p>
        </Notice>
      )}
    </details>
  )
}
