import styles from './cases.module.css'

const pages = { '': 'Case', '/records': 'Confirmations, history and emails', '/rules': 'Rules' } as const

/** The pages of one case. */
export function CasePages({ reference, at }: { reference: string; at: keyof typeof pages }) {
  return (
    <nav aria-label="Pages of this case">
      <ul className={styles.contents}>
        {Object.entries(pages).map(([path, label]) => (
          <li key={path}>
            <a href={`/editor/cases/${reference}${path}`} aria-current={path === at ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <a href={`/editor/cases/${reference}/print`}>Print or save as PDF</a>
        </li>
      </ul>
    </nav>
  )
}
