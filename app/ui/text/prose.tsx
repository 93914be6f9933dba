import type { ReactNode } from 'react'
import styles from './prose.module.css'

/** Running text as it comes from the editor: headings, lists, tables, figures, quotes, notes, formulas. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles.prose}>{children}</div>
}
