import type { PeopleImport, listNotUndone, listWrongRows } from '#features/people/import/queries.server.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { rowColumns } from './import-row-columns.tsx'

type Wrong = Awaited<ReturnType<typeof listWrongRows>>

interface Props {
  file: Pick<PeopleImport, 'id' | 'state' | 'added' | 'updated' | 'skipped' | 'failed' | 'kept'>
  wrong: Wrong
  kept: Awaited<ReturnType<typeof listNotUndone>>
  hasRows: boolean
}

/** What was done with a file, and the way to undo it all. */
export function ImportReport({ file, wrong, kept: notUndone, hasRows }: Props) {
  const { id, state, added, updated, skipped, failed } = file
  return (
    <>
      <Notice kind="success">
        <p>
          {state === 'done' ? 'Import finished. The directory and search are up to date.' : 'Import undone.'}
        </p>
      </Notice>
      <section>
        <h2>Report</h2>
        <Facts
          facts={[
            { label: 'Added', value: number(added) },
            { label: 'Updated', value: number(updated) },
            { label: 'Skipped', value: number(skipped) },
            { label: 'Rejected', value: number(failed) },
            { label: 'Not undone', value: state === 'undone' && number(file.kept) },
          ]}
        />
        {hasRows && (
          <p>
            <ButtonLink href={`/editor/people/import/${id}/report`} look="secondary" download>
              Download the result of every row (CSV)
            </ButtonLink>
          </p>
        )}
      </section>
      {notUndone.length > 0 && (
        <section>
          <h2>Not undone: changed since the import</h2>
          <ul>
            {notUndone.map(({ id, name, isInBin }) => (
              <li key={id}>
                <a href={`/editor/people/${id}`}>{name}</a>
                {isInBin && ' (added by the import, now deleted)'}
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
            Undoing deletes the {number(added)} added people and reverts the {number(updated)} updated ones.
            People changed since then stay as they are and are listed here.
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
          Download all (CSV)
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
