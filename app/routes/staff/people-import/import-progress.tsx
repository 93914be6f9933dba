import type { ImportRecord } from '#features/people/import/queries.server.ts'
import { useLookingAgain } from '#routes/staff/shared/use-looking-again.ts'
import styles from './import.module.css'

const words: Partial<Record<ImportRecord['state'], string>> = {
  reading: 'The file is being read.',
  checking: 'The rows are being checked. Nothing is written to the roll yet.',
  running: 'People are being written to the roll. You may leave this page; the work goes on.',
  undoing: 'The import is being undone. You may leave this page; the work goes on.',
}

/** How far the work has come; the page looks again by itself. */
export function ImportProgress({
  file,
}: {
  file: Pick<ImportRecord, 'state' | 'rowCount' | 'doneCount' | 'added' | 'updated'>
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
      <noscript>
        <p>
          <a href="?">Look again</a>
        </p>
      </noscript>
    </div>
  )
}
