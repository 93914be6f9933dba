import { Logo } from './logo.tsx'
import styles from './wordmark.module.css'

/** The small logo of pages without header and footer: the link home. */
export function Wordmark({ title, href = '/' }: { title: string; href?: string }) {
  return (
    <a className={styles.mark} href={href}>
      <Logo size={30} compact />
      {title}
    </a>
  )
}
