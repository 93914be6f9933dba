import type { readBackups } from '#features/backups/queries.server.ts'
import { sizeText } from '#features/media/size-text.ts'
import { DataTable } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { formatNumber } from '#ui/foundations/numbers.ts'
import { EmptyState } from '#ui/list/empty-state.tsx'

type Backup = Awaited<ReturnType<typeof readBackups>>['latest'][number]

/** The latest backups, newest first, with the location of each. */
export function BackupTable({ backups }: { backups: Backup[] }) {
  return (
    <section>
      <h2 id="backups">Backups</h2>
      {backups.length === 0 ? (
        <EmptyState title="No backups yet">
          <p>
            The site makes a backup automatically at the time in the{' '}
            <a href="/admin/settings/data">settings</a>. To make one by hand, run <code>npm run backup</code>{' '}
            on the server.
          </p>
        </EmptyState>
      ) : (
        <DataTable
          caption="Latest backups"
          captionHidden
          rows={backups}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'started',
              label: 'Started',
              heads: true,
              cell: ({ startedAt }) => <Moment at={startedAt} />,
            },
            { key: 'state', label: 'Outcome', cell: OutcomeCell },
            {
              key: 'rows',
              label: 'Rows',
              numeric: true,
              cell: ({ rows, expected }) => soFar(rows, expected?.rows),
            },
            {
              key: 'files',
              label: 'Files',
              numeric: true,
              cell: ({ files, expected }) => soFar(files, expected?.files),
            },
            {
              key: 'size',
              label: 'Size',
              numeric: true,
              cell: ({ bytes }) => bytes !== null && sizeText(bytes),
            },
            { key: 'path', label: 'File', cell: ({ path }) => path.split(/[\\/]/).at(-1) },
          ]}
        />
      )}
    </section>
  )
}

/** While a backup is under way, how much of it is written. */
function soFar(count: number | null, expected: number | undefined) {
  if (!expected) return count
  return `${formatNumber(count ?? 0)} of about ${formatNumber(expected)}`
}

function OutcomeCell(backup: Backup) {
  if (backup.state !== 'running') return stateOf(backup)
  return (
    <>
      {stateOf(backup)}. <a href="?">Refresh</a>
    </>
  )
}

const stateLabels = { running: 'In progress', done: 'Completed', failed: 'Failed' }

function stateOf({ state, problem, isRemoved }: Backup): string {
  const status = isRemoved ? 'Completed, deleted later to free space' : stateLabels[state]
  return problem ? `${status}. ${problem}` : status
}
