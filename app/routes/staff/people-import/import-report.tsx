import type { PeopleImport, listNotUndone, listWrongRows } from '#features/people/import/queries.server.ts'
import { Button } from '#ui/form/button.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { countOf, formatNumber } from '#ui/foundations/numbers.ts'
import type { ExportRight } from '#routes/request/confirm.server.ts'
import { ExportForm } from '#routes/staff/shared/export-form.tsx'
import { rowColumns } from './import-row-columns.tsx'

type Wrong = Awaited<ReturnType<typeof listWrongRows>>

interface Props {
  file: Pick<PeopleImport, 'id' | 'state' | 'rowCount' | 'added' | 'updated' | 'skipped' | 'failed' | 'kept'>
  wrong: Wrong
  kept: Awaited<ReturnType<typeof listNotUndone>>
  hasRows: boolean
  deletesAtOnce: boolean
  needsRelease: boolean
  exportRight: ExportRight
}

/** What was done with a file, and the way to undo it all. */
export function ImportReport({ file, wrong, kept: notUndone, exportRight, ...undo }: Props) {
  const { id, state, added, updated, skipped, failed } = file
  const notReached = file.rowCount - added - updated - skipped - failed
  return (
    <>
      <Notice kind="success">
        <p>
          {state === 'undone'
            ? 'Import undone.'
            : `Import ${notReached > 0 ? 'cancelled' : 'finished'}. The directory and search are up to date.`}
        </p>
      </Notice>
      <section>
        <h2>Report</h2>
        <Facts
          facts={[
            { label: 'Added', value: formatNumber(added) },
            { label: 'Updated', value: formatNumber(updated) },
            { label: 'Skipped', value: formatNumber(skipped) },
            { label: 'Rejected', value: formatNumber(failed) },
            { label: 'Not imported', value: notReached > 0 && formatNumber(notReached) },
            { label: 'Not undone', value: state === 'undone' && formatNumber(file.kept) },
          ]}
        />
        {undo.hasRows && (
          <ExportForm
            action={`/editor/people/import/${id}/report`}
            back={`/editor/people/import/${id}`}
            name="report"
            label="Export the result of every row"
            what={countOf(file.rowCount, 'row')}
            right={exportRight}
          />
        )}
      </section>
      {notUndone.length > 0 && (
        <section>
          <h2>Not undone</h2>
          <ul>
            {notUndone.map(({ id, name, result }) => (
              <li key={id}>
                <a href={`/editor/people/${id}`}>{name}</a> ({result && leftLabels[result]})
              </li>
            ))}
          </ul>
        </section>
      )}
      <WrongRows id={id} wrong={wrong} total={failed} exportRight={exportRight} />
      {state === 'done' && added + updated > 0 && <Undo {...{ added, updated, ...undo }} />}
    </>
  )
}

const leftLabels: Partial<Record<string, string>> = {
  kept: 'changed since the import',
  binned: 'added by the import, removed since',
  proposed: 'added by the import, now proposed for removal',
}

type UndoProps = Pick<Props, 'hasRows' | 'deletesAtOnce' | 'needsRelease'> & {
  added: number
  updated: number
}

function Undo({ added, updated, hasRows, deletesAtOnce, needsRelease }: UndoProps) {
  return (
    <section>
      <h2>Undo</h2>
      {hasRows ? (
        <>
          <p>
            We revert {countOf(updated, 'updated person', 'updated people')}, except people changed since the
            import.{' '}
            {deletesAtOnce
              ? `We permanently delete ${countOf(added, 'added person', 'added people')}. If they have changes, certificates, cases or contact details since then, we only propose them for removal.`
              : `We propose ${countOf(added, 'added person', 'added people')} for removal. Only the person who imported a file can delete them at once, within 24 hours.`}{' '}
            {needsRelease
              ? 'A second person must approve proposed removals.'
              : 'Proposed removals take effect after the delay in the settings.'}
          </p>
          <form method="post" action="?do=undo">
            <Button look="secondary">Undo the import</Button>
          </form>
        </>
      ) : (
        <p>You can no longer undo this import: we deleted its rows after 30 days.</p>
      )}
    </section>
  )
}

interface WrongRowsProps {
  id: string
  wrong: Wrong
  total: number
  exportRight: ExportRight
}

/** The first rows with a problem, and all of them as a file. */
export function WrongRows({ id, wrong, total, exportRight }: WrongRowsProps) {
  if (wrong.length === 0) return null
  return (
    <section>
      <h2>Rows with a problem</h2>
      {total > wrong.length && (
        <p>
          The first {wrong.length} of {formatNumber(total)}.
        </p>
      )}
      <DataTable
        caption="Rows with a problem"
        captionHidden
        rows={wrong}
        rowKey={({ number }) => String(number)}
        columns={[
          ...rowColumns<Wrong[number]>(),
          { key: 'problem', label: 'Problem', cell: ({ problem }) => problem },
        ]}
      />
      <ExportForm
        action={`/editor/people/import/${id}/rows`}
        back={`/editor/people/import/${id}`}
        name="rows"
        label="Export all rows with a problem"
        what={`${countOf(total, 'row')} with a problem`}
        right={exportRight}
      />
    </section>
  )
}
