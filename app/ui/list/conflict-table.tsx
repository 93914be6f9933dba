import type { ReactNode } from 'react'
import { DataTable } from './data-table.tsx'

interface Props {
  differing: { label: string; mine: string; theirs: string }[]
  /** Where the typed text is now, and how to continue. */
  children: ReactNode
}

/** What someone wanted to save beside what someone else has saved in between. */
export function ConflictTable({ differing, children }: Props) {
  return (
    <section id="conflict">
      <h2>Differences</h2>
      {differing.length === 0 ? (
        <p>Both versions are the same. There is nothing left to save.</p>
      ) : (
        <>
          <p>{children}</p>
          <DataTable
            caption="Your version and the saved version"
            captionHidden
            rows={differing}
            rowKey={({ label }) => label}
            columns={[
              { key: 'label', label: 'Field', heads: true, cell: ({ label }) => label },
              { key: 'mine', label: 'Your version', cell: ({ mine }) => mine || '(empty)' },
              { key: 'theirs', label: 'Saved version', cell: ({ theirs }) => theirs || '(empty)' },
            ]}
          />
        </>
      )}
    </section>
  )
}
