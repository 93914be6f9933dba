import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx'
import { PageTitle } from './page-title.tsx'
import type { Element } from '#ui/foundations/spectrum.ts'
import styles from './page.module.css'

type Props = {
  element: Element
  title: ReactNode
  lead?: ReactNode
  kicker?: ReactNode
  crumbs?: Crumb[]
  /** The margin column: a contents list, the pages of the section, key facts. */
  aside?: ReactNode
  /** For tables and galleries: the content takes the full width and there is no margin column. */
  wide?: boolean
  /** For a form: one column as wide as a text. */
  column?: boolean
  children: ReactNode
}

/** The ordinary page below the header: breadcrumbs, title, then a margin column and the text beside it. */
export function Page({ element, title, lead, kicker, crumbs, aside, wide, column, children }: Props) {
  const layout = column ? styles.column : wide ? styles.wide : styles.columns
  return (
    <main id="main" tabIndex={-1} className={`wrap ${styles.page}`} data-element={element}>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <PageTitle element={element} title={title} lead={lead} kicker={kicker} />
      <div className={layout}>
        {aside && <div className={styles.aside}>{aside}</div>}
        <div className={styles.body}>{children}</div>
      </div>
    </main>
  )
}
