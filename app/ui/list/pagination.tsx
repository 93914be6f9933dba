import { NextIcon, PreviousIcon } from '#ui/foundations/icons.tsx'
import { pageNumbers } from './page-numbers.ts'
import styles from './pagination.module.css'

type Props = {
  page: number
  pages: number
  hrefFor: (page: number) => string
  /** The name of the list, for screen readers: `Fellows, pages`. */
  label?: string
}

export function Pagination({ page, pages, hrefFor, label = 'Pages' }: Props) {
  if (pages < 2) return null
  return (
    <nav className={styles.pages} aria-label={label}>
      {page > 1 && (
        <a className={styles.step} href={hrefFor(page - 1)} rel="prev">
          <PreviousIcon /> Previous
        </a>
      )}
      <ol>
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === undefined ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a
                href={hrefFor(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a className={styles.step} href={hrefFor(page + 1)} rel="next">
          Next <NextIcon />
        </a>
      )}
    </nav>
  )
}
