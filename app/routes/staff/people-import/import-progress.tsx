import type { PeopleImport } from '#features/people/import/queries.server.ts'
import { useLookingAgain } from '#routes/staff/shared/use-looking-again.ts'
import { Button } from '#ui/form/button.tsx'
import styles from './import.module.css'

const words: Partial<Record<PeopleImport['state'], string>> = {
  reading: 'Reading the file.',
  checking: 'Checking the rows. The register has not changed yet.',
  running: 'Adding people to the register. You can leave this page.',
  undoing: 'Undoing the import. You can leave this page.',
}

const cancels: Partial<Record<PeopleImport['state'], string>> = {
  checking: 'Cancel the check',
  running: 'Cancel the import',
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
      <p>{words[file.state]}</p>
      <progress value={done} max={all} aria-label="Rows done" />
      <p role="status">
        {done.toLocaleString('en-GB')} of {all.toLocaleString('en-GB')} rows
      </p>
      {cancels[file.state] && (
        <form method="post" action="?do=cancel">
          <Button look="secondary">{cancels[file.state]}</Button>
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
