import styles from './breadcrumbs.module.css'

export type Crumb = { label: string; href?: string }

/** The path from home to this page. A group without its own page has no address; the last entry is the page. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumbs">
      <ol>
        {crumbs.map(({ label, href }, index) => {
          const last = index === crumbs.length - 1
          return (
            <li key={label}>
              {href && !last ? (
                <a href={href}>{label}</a>
              ) : (
                <span aria-current={last ? 'page' : undefined}>{label}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
