import type { ReactNode } from 'react'
import styles from './notice.module.css'

type Props = { kind?: 'note' | 'success' | 'warning'; title?: ReactNode; children?: ReactNode }

/** Something to know before reading on. `success` and `warning` respond to what the visitor did and are announced. */
export function Notice({ kind = 'note', title, children }: Props) {
  return (
    <div className={`${styles.notice} ${styles[kind] ?? ''}`} role={kind === 'note' ? 'note' : 'status'}>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  )
}
