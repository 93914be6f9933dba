import { ExternalMark } from '#ui/text/external-link.tsx'
import { isCurrent, type MenuItem } from './menu.ts'
import styles from './on-this-page.module.css'

interface Props {
  group: MenuItem
  currentPath: string
}

/**
 * The other pages of a section in the margin column, so that a neighbour is one click away. Small screens have the side
 * menu for it.
 */
export function SectionNav({ group, currentPath }: Props) {
  return (
    <nav className={styles.contents} aria-labelledby="section-nav" data-section="">
      <h2 id="section-nav">
        <Root group={group} currentPath={currentPath} />
      </h2>
      <Items items={group.children ?? []} currentPath={currentPath} />
    </nav>
  )
}

/** The name of the section leads to its own page, unless that is an entry of the list. */
function Root({ group: { label, under, children = [] }, currentPath }: Props) {
  const root: MenuItem = { label, ...(under && { href: under }) }
  if (!under || children.some(({ href }) => href === under)) return label
  return (
    <a href={under} aria-current={isCurrent(root, currentPath) ? 'page' : undefined}>
      {label}
    </a>
  )
}

function Items({ items, currentPath }: { items: MenuItem[]; currentPath: string }) {
  return (
    <ol>
      {items.map((item) => (
        <li key={item.href ?? item.label}>
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
