import type { ReactNode } from 'react'
import styles from './external-link.module.css'

/** A link that leaves the site, marked visibly and for screen readers. */
export function ExternalLink({
  href,
  className,
  children,
}: {
  href: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <a href={href} className={className} rel="external noopener">
      {children}
      <ExternalMark />
    </a>
  )
}

export function ExternalMark() {
  return (
    <span className={styles.mark}>
      {'\u00a0'}
      <svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true" focusable="false">
        <path d="M1 8 8 1M3 1h5v5" fill="none" stroke="currentColor" strokeWidth="1.25" />
      </svg>
      <span className="visually-hidden"> (another site)</span>
    </span>
  )
}
