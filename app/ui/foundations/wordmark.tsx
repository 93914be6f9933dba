import { Logo } from './logo.tsx'
import styles from './wordmark.module.css'

/** The small mark of pages without bar and footer: the way home. */
export function Wordmark({ title, href = '/' }: { title: string; href?: string }) {
  return (
    <a className={styles.mark} href={href}>
      <Logo size={30} compact />
      {title}
    </a>
  )
}
