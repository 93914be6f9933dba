import type { ReactNode } from 'react'
import { DataTable } from '#ui/list/data-table.tsx'

interface Props {
  differing: { label: string; mine: string; theirs: string }[]
  /** Where what was typed is now, and how to go on. */
  children: ReactNode
}

/** What somebody wanted to save beside what somebody else has saved meanwhile. */
export function ConflictTable({ differing, children }: Props) {
  return (
    <section id="conflict">
      <h2>What differs</h2>
      {differing.length === 0 ? (
        <p>You both wrote the same. There is nothing left to save.</p>
      ) : (
        <>
          <p>{children}</p>
          <DataTable
            caption="Yours and theirs"
            captionHidden
            rows={differing}
            rowKey={({ label }) => label}
            columns={[
              { key: 'label', label: 'What', heads: true, cell: ({ label }) => label },
              { key: 'mine', label: 'Yours', cell: ({ mine }) => mine || 'nothing' },
              { key: 'theirs', label: 'Saved meanwhile', cell: ({ theirs }) => theirs || 'nothing' },
            ]}
          />
        </>
      )}
    </section>
  )
}
