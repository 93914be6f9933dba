import styles from './sample-mark.module.css'

/** Shown beside every sample entry until the Academy's own replaces it. */
export function SampleMark() {
  return (
    <span className={styles.mark} title="Sample content: not real">
      Sample
    </span>
  )
}
