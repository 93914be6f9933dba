import styles from './sample-mark.module.css'

/** Stands beside every invented entry until the Academy's own takes its place. */
export function SampleMark() {
  return (
    <span className={styles.mark} title="Sample content: not real">
      Sample
    </span>
  )
}
