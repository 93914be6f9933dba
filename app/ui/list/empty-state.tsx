import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Replaces an empty list: says that it is empty, and what to do about it. */
export function EmptyState({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  )
}
