import type { readBackups } from '#features/backups/queries.server.ts'
import { sizeText } from '#features/media/size-text.ts'
import { DataTable } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'

type Backup = Awaited<ReturnType<typeof readBackups>>['latest'][number]

/** The latest backups, the newest first, with where each lies. */
export function BackupTable({ backups }: { backups: Backup[] }) {
  return (
    <section>
      <h2 id="backups">Backups</h2>
      {backups.length === 0 ? (
        <EmptyState title="No backup was made yet.">
          <p>
            One is made by itself at the hour of the <a href="/admin/settings">settings</a>, or by hand on the
            machine with <code>npm run backup</code>.
          </p>
        </EmptyState>
      ) : (
        <DataTable
          caption="The latest backups"
          captionHidden
          rows={backups}
          rowKey={({ id }) => id}
          columns={[
            { key: 'begun', label: 'Begun', heads: true, cell: ({ begunAt }) => <Moment at={begunAt} /> },
            { key: 'state', label: 'What became of it', cell: stateOf },
            { key: 'rows', label: 'Rows', numeric: true, cell: ({ rows }) => rows },
            { key: 'files', label: 'Files', numeric: true, cell: ({ files }) => files },
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

const words = { running: 'Under way', done: 'Made', failed: 'Failed' }

function stateOf({ state, problem, isRemoved }: Backup): string {
  const said = isRemoved ? 'Made, and removed to make room' : words[state]
  return problem ? `${said}. ${problem}` : said
}
