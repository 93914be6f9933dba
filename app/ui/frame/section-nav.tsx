import { ExternalMark } from '#ui/text/external-link.tsx'
import { isCurrent, type MenuItem } from './menu.ts'
import styles from './on-this-page.module.css'

/**
 * The other pages of a section in the margin column, so that a neighbour is one click away. Small screens have the side
 * menu for it.
 */
export function SectionNav({ group, currentPath }: { group: MenuItem; currentPath: string }) {
  return (
    <nav className={styles.contents} aria-labelledby="section-nav" data-section="">
      <h2 id="section-nav">{group.label}</h2>
      <Items items={group.children ?? []} currentPath={currentPath} />
    </nav>
  )
}

function Items({ items, currentPath }: { items: MenuItem[]; currentPath: string }) {
  return (
    <ol>
      {items.map((item) => (
        <li key={item.label}>
          {item.href ? (
            <a href={item.href} aria-current={isCurrent(item, currentPath) ? 'page' : undefined}>
              {item.label}
              {item.external && <ExternalMark />}
            </a>
          ) : (
            <span className={styles.group}>{item.label}</span>
          )}
          {item.children && <Items items={item.children} currentPath={currentPath} />}
        </li>
      ))}
    </ol>
  )
}
