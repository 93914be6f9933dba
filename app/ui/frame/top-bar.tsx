import { ExternalMark } from '#ui/text/external-link.tsx'
import { EditIcon, MenuIcon, SearchIcon } from '#ui/foundations/icons.tsx'
import { Logo } from '#ui/foundations/logo.tsx'
import { holdsCurrent, ariaCurrentOf, nearestHref, type MenuGroup, type MenuItem } from './menu.ts'
import { SideMenu, sideMenuId } from './side-menu.tsx'
import type { Element } from '#ui/foundations/spectrum.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import styles from './top-bar.module.css'

type Props = {
  title: string
  menu: MenuGroup[]
  currentPath: string
  searchHref?: string
  /** The section of the page: its colour marks the entry in the menu. */
  element?: Element | undefined
  /** Where this page is changed, for those who may. */
  editHref?: string | undefined
}

/**
 * The header of every ordinary page, with the skip link before it and the side menu after it. Groups are `details`
 * elements of one name: they open, and close each other, without scripts.
 */
export function TopBar({ title, menu, currentPath, searchHref = '/search', element, editHref }: Props) {
  const nearest = nearestHref(menu, currentPath)
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <header className={styles.bar} data-bar="" data-element={element}>
        <div className={`wrap ${styles.inner}`}>
          <a className={styles.home} href="/">
            <Logo />
            <span className={styles.title}>{title}</span>
          </a>
          <nav className={styles.menu} aria-label="Main" data-menu="">
            <ul>
              {menu.map((item) => (
                <li key={item.label}>
                  <Entry {...{ item, currentPath, nearest }} depth={1} />
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.tools}>
            {editHref && (
              <a href={editHref} aria-label="Edit this page" title="Edit this page" data-edit="">
                <EditIcon />
              </a>
            )}
            <a href={searchHref} aria-label="Search">
              <SearchIcon />
            </a>
            <ThemeToggle />
            <button
              type="button"
              className={styles.hamburger}
              aria-label="Menu"
              aria-haspopup="dialog"
              popoverTarget={sideMenuId}
              data-open-side-menu=""
              {...{ command: 'show-modal', commandfor: sideMenuId }}
            >
              <MenuIcon />
            </button>
          </div>
        </div>
      </header>
      <SideMenu {...{ title, menu, currentPath, searchHref, element }} />
    </>
  )
}

interface EntryProps {
  item: MenuItem
  currentPath: string
  nearest: string | undefined
  depth: number
}

function Entry({ item, currentPath, nearest, depth }: EntryProps) {
  if (!item.children) {
    const current = ariaCurrentOf(item, nearest, currentPath)
    return (
      <a href={item.href} aria-current={current} {...(item.external && { rel: 'external noopener' })}>
        {item.label}
        {item.external && <ExternalMark />}
      </a>
    )
  }
  const inside = holdsCurrent(item, currentPath)
  return (
    <details name={`menu-${depth}`}>
      <summary aria-current={inside ? 'true' : undefined}>{item.label}</summary>
      <ul>
        {item.children.map((child) => (
          <li key={child.label}>
            <Entry {...{ currentPath, nearest }} item={child} depth={depth + 1} />
          </li>
        ))}
      </ul>
    </details>
  )
}
