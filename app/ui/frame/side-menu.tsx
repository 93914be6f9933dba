import { ExternalMark } from '#ui/text/external-link.tsx'
import { CloseIcon, SearchIcon } from '#ui/foundations/icons.tsx'
import {
  forSmallScreens,
  holdsCurrent,
  ariaCurrentOf,
  nearestHref,
  type MenuGroup,
  type MenuItem,
} from './menu.ts'
import type { Element } from '#ui/foundations/spectrum.ts'
import styles from './side-menu.module.css'

export const sideMenuId = 'side-menu'

type Props = {
  title: string
  menu: MenuGroup[]
  currentPath: string
  searchHref: string
  element?: Element | undefined
}

/**
 * The menu of small screens. One `dialog`, opened in the best way the browser supports: by the button's `command` it is
 * a real modal without any script; a browser without commands opens the same element as a popover, and there the page
 * script makes it a modal too.
 */
export function SideMenu({ title, menu, currentPath, searchHref, element }: Props) {
  const nearest = nearestHref(menu, currentPath)
  return (
    <dialog
      className={styles.side}
      id={sideMenuId}
      popover="auto"
      closedby="any"
      aria-label="Menu"
      data-element={element}
    >
      <div className={styles.head}>
        <span>{title}</span>
        <button
          type="button"
          aria-label="Close the menu"
          popoverTarget={sideMenuId}
          popoverTargetAction="hide"
          data-close=""
          {...{ command: 'close', commandfor: sideMenuId }}
        >
          <CloseIcon />
        </button>
      </div>
      <nav aria-label="Site">
        <ul>
          {forSmallScreens(menu).map((item) => (
            <li key={item.label}>
              <Entry {...{ item, currentPath, nearest }} />
            </li>
          ))}
        </ul>
      </nav>
      <a className={styles.search} href={searchHref}>
        <SearchIcon />
        Search the site
      </a>
    </dialog>
  )
}

interface EntryProps {
  item: MenuItem
  currentPath: string
  nearest: string | undefined
}

function Entry({ item, currentPath, nearest }: EntryProps) {
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
    <details open={inside}>
      <summary aria-current={inside ? 'true' : undefined}>{item.label}</summary>
      <ul>
        {item.children.map((child) => (
          <li key={child.label}>
            <Entry {...{ currentPath, nearest }} item={child} />
          </li>
        ))}
      </ul>
    </details>
  )
}
