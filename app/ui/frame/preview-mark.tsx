import styles from './preview-mark.module.css'

/** Marks a page that shows something unpublished, so that nobody takes it for the live site. */
export function PreviewMark() {
  return (
    <p className={styles.mark} role="status">
      Preview: this is not published.
    </p>
  )
}
