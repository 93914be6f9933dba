import type { PeopleImport } from '#features/people/import/queries.server.ts'
import { useLookingAgain } from '#routes/staff/shared/use-looking-again.ts'
import { Button } from '#ui/form/button.tsx'
import { formatNumber } from '#ui/foundations/numbers.ts'
import styles from './import.module.css'

const progressSentences: Partial<Record<PeopleImport['state'], string>> = {
  reading: 'Reading the file.',
  checking: 'Checking the rows. The register has not changed yet.',
  running: 'Adding people to the register.',
  undoing: 'Undoing the import.',
}

/** The progress of the work; the page polls. */
export function ImportProgress({
  file,
}: {
  file: Pick<PeopleImport, 'state' | 'rowCount' | 'doneCount' | 'added' | 'updated'>
}) {
  useLookingAgain(true)
  const all = Math.max(1, file.state === 'undoing' ? file.added + file.updated : file.rowCount)
  const done = Math.min(all, file.doneCount)
  return (
    <div className={styles.progress}>
      <p>{progressSentences[file.state]} You can leave this page.</p>
      <progress value={done} max={all} aria-label="Rows done" />
      <p role="status">
        {formatNumber(done)} of {formatNumber(all)} rows
      </p>
      {(file.state === 'checking' || file.state === 'running') && (
        <form method="post" action="?do=cancel">
          <Button look="secondary">Cancel</Button>
        </form>
      )}
      <noscript>
        <p>
          <a href="?">Refresh</a>
        </p>
      </noscript>
    </div>
  )
}
