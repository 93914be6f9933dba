import type { ReactNode } from 'react'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { unbrokenNumbers } from '#ui/text/unbroken-numbers.ts'
import styles from './entry-list.module.css'

type Entry = {
  id: string
  title: ReactNode
  href?: string | undefined
  /** In the margin: a date, a year, a number. */
  margin?: ReactNode
  meta?: ReactNode
  sample?: boolean
  children?: ReactNode
}

/** A list of things with a title and a page: like a journal's table of contents. */
export function EntryList({ entries, level = 3 }: { entries: Entry[]; level?: 2 | 3 | 4 }) {
  const Heading = `h${level}` as const
  return (
    <ol className={styles.list}>
      {entries.map(({ id, title, href, margin, meta, sample, children }) => (
        <li key={id} id={id}>
          {margin && <p className={styles.margin}>{margin}</p>}
          <div>
            <Heading>
              {href ? <a href={href}>{unbrokenNumbers(title)}</a> : unbrokenNumbers(title)}
              {sample && <SampleMark />}
            </Heading>
            {meta && <p className={styles.meta}>{meta}</p>}
            {children}
          </div>
        </li>
      ))}
    </ol>
  )
}
