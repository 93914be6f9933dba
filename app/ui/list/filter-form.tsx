import type { ReactNode } from 'react'
import styles from './filter-form.module.css'

type Props = {
  label: string
  /** Leads to the list without any filter; present if one is set. */
  clearHref?: string | undefined
  /** Parts of the address to preserve besides the choices, such as the order. */
  hiddenFields?: Record<string, string | undefined>
  children: ReactNode
}

/** A few choices in a row that filter the list below. The answers go into the address. */
export function FilterForm({ label, clearHref, hiddenFields = {}, children }: Props) {
  return (
    <form method="get" role="search" aria-label={label} className={styles.form}>
      {Object.entries(hiddenFields).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      {clearHref && (
        <a className={styles.clear} href={clearHref}>
          Show all
        </a>
      )}
    </form>
  )
}
