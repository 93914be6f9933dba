import type { Column } from '#ui/list/data-table.tsx'
import styles from './import.module.css'

interface FileRow {
  fileRow: number
  said: { name: string; memberNo: string; institution: string }
}

/** The columns that identify a row of a file, in the plan and in the report. */
export function rowColumns<Row extends FileRow>(): Column<Row>[] {
  return [
    { key: 'row', label: 'Row', cell: ({ fileRow }) => fileRow },
    {
      key: 'said',
      label: 'In the file',
      heads: true,
      cell: ({ said }) => (
        <>
          {said.name || 'no name'}
          <NumberAndInstitution {...said} />
        </>
      ),
    },
  ]
}

export function NumberAndInstitution(of: { memberNo: string | null; institution: string | null }) {
  return <span className={styles.note}>{[of.memberNo, of.institution].filter(Boolean).join(' · ')}</span>
}
