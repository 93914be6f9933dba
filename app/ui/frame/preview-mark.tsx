import styles from './preview-mark.module.css'

/** Lies over a page that shows something not yet published, so that nobody takes it for the site. */
export function PreviewMark() {
  return (
    <p className={styles.mark} role="status">
      Preview: this is not published.
    </p>
  )
}
