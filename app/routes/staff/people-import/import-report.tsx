import type { ImportRecord, listKept, listWrongRows } from '#features/people/import/queries.server.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { rowColumns } from './import-row-columns.tsx'

type Wrong = Awaited<ReturnType<typeof listWrongRows>>

interface Props {
  file: Pick<ImportRecord, 'id' | 'state' | 'added' | 'updated' | 'skipped' | 'failed' | 'kept'>
  wrong: Wrong
  kept: Awaited<ReturnType<typeof listKept>>
  hasRows: boolean
}

/** What was done with a file, and the way to take it all back. */
export function ImportReport({ file, wrong, kept, hasRows }: Props) {
  const { id, state, added, updated, skipped, failed } = file
  return (
    <>
      <Notice kind="success">
        <p>{state === 'done' ? 'The import is done. Lists and search show it.' : 'The import is undone.'}</p>
      </Notice>
      <section>
        <h2>Report</h2>
        <Facts
          facts={[
            { label: 'Added', value: number(added) },
            { label: 'Updated', value: number(updated) },
            { label: 'Left out', value: number(skipped) },
            { label: 'Refused', value: number(failed) },
            { label: 'Not undone', value: state === 'undone' && number(file.kept) },
          ]}
        />
        {hasRows && (
          <p>
            <ButtonLink href={`/editor/people/import/${id}/report`} look="secondary" download>
              Every row with what became of it, as CSV
            </ButtonLink>
          </p>
        )}
      </section>
      {kept.length > 0 && (
        <section>
          <h2>Changed since, so not undone</h2>
          <ul>
            {kept.map(({ id, name, isInBin }) => (
              <li key={id}>
                <a href={`/editor/people/${id}`}>{name}</a>
                {isInBin && ' (was added by the import; now in the bin)'}
              </li>
            ))}
          </ul>
        </section>
      )}
      <WrongRows id={id} wrong={wrong} total={failed} />
      {state === 'done' && added + updated > 0 && <Undo {...{ added, updated, hasRows }} />}
    </>
  )
}

function Undo({ added, updated, hasRows }: { added: number; updated: number; hasRows: boolean }) {
  return (
    <section>
      <h2>Undo</h2>
      {hasRows ? (
        <>
          <p>
            Removes the {number(added)} who were added and puts back the {number(updated)} who were updated.
            Whoever was changed since keeps what was written, and is named here.
          </p>
          <form method="post" action="?do=undo">
            <Button look="secondary">Undo the whole import</Button>
          </form>
        </>
      ) : (
        <p>The rows of this file were forgotten after 30 days, so it cannot be undone any more.</p>
      )}
    </section>
  )
}

/** The first rows with a problem, and all of them as a file. */
export function WrongRows({ id, wrong, total }: { id: string; wrong: Wrong; total: number }) {
  if (wrong.length === 0) return null
  return (
    <section>
      <h2>Rows with a problem</h2>
      {total > wrong.length && (
        <p>
          The first {wrong.length} of {number(total)}.
        </p>
      )}
      <p>
        <ButtonLink href={`/editor/people/import/${id}/rows`} look="secondary" download>
          All of them as CSV
        </ButtonLink>
      </p>
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
    </section>
  )
}

function number(count: number) {
  return count.toLocaleString('en-GB')
}
