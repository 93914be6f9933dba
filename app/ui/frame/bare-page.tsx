import type { ReactNode } from 'react'
import { PreviousIcon } from '#ui/foundations/icons.tsx'
import type { Element } from '#ui/foundations/spectrum.ts'
import { Wordmark } from '#ui/foundations/wordmark.tsx'
import styles from './bare-page.module.css'

type Props = {
  siteTitle: string
  element?: Element
  /** The page that a visitor most likely came from. */
  back?: { href: string; label: string }
  children: ReactNode
}

/** A page without header and footer, for forms and sign-in: one column, the wordmark as the link home, a back link. */
export function BarePage({ siteTitle, element = 'hydrogen', back, children }: Props) {
  return (
    <div className={styles.page} data-element={element}>
      <header className={styles.head}>
        <Wordmark title={siteTitle} />
      </header>
      {back && (
        <nav aria-label="Back" className={styles.back}>
          <a href={back.href}>
            <PreviousIcon />
            {back.label}
          </a>
        </nav>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
