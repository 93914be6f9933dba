import type { ReactNode } from 'react'
import { AccountIcon, MenuIcon, PlusIcon } from '#ui/foundations/icons.tsx'
import { Logo } from '#ui/foundations/logo.tsx'
import type { MenuGroup } from './menu.ts'
import { SideMenu, sideMenuId } from './side-menu.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import styles from './staff-bar.module.css'

export type SiteBarProps = { title: string; menu: MenuGroup[]; currentPath: string }

type Link = { label: string; href: string }

type Props = SiteBarProps & {
  /** The area that the page belongs to. */
  area: Link | undefined
  /** Who is signed in. */
  name: string
  search: ReactNode
  /** What can be created from anywhere. */
  create: Link[]
  /** The pages of the own account. */
  account: Link[]
  signOut: ReactNode
}

/**
 * The header of the staff area: lower than that of the public pages, with the same thresholds. The menu of the site is
 * behind one button.
 */
export function StaffBar({ title, menu, currentPath, area, name, search, create, account, signOut }: Props) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <header className={styles.bar} data-bar="staff" data-element="hydrogen">
        <div className={`wrap ${styles.inner}`}>
          <a className={styles.home} href="/">
            <Logo size={40} />
            <span>{title}</span>
          </a>
          <button
            type="button"
            className={styles.menu}
            aria-label="Menu"
            title="Menu of the site"
            aria-haspopup="dialog"
            popoverTarget={sideMenuId}
            data-open-side-menu=""
            {...{ command: 'show-modal', commandfor: sideMenuId }}
          >
            <MenuIcon />
          </button>
          {area && (
            <p className={styles.area}>
              <a href={area.href}>{area.label}</a>
            </p>
          )}
          <div className={styles.search}>{search}</div>
          <a className={styles.view} href="/">
            View site
          </a>
          <ThemeToggle />
          <div className={styles.drops} data-menu="click">
            <ul>
              {create.length > 0 && (
                <li>
                  <details name="staff-bar">
                    <summary className={styles.create} aria-label="New">
                      <PlusIcon />
                      <span>New</span>
                    </summary>
                    <Links links={create} />
                  </details>
                </li>
              )}
              <li>
                <details name="staff-bar">
                  <summary aria-label={`Account of ${name}`} title={name}>
                    <AccountIcon />
                  </summary>
                  <div className={styles.sheet}>
                    <p>{name}</p>
                    <Links links={account} />
                    {signOut}
                  </div>
                </details>
              </li>
            </ul>
          </div>
        </div>
      </header>
      <SideMenu {...{ title, menu, currentPath }} searchHref="/search" />
    </>
  )
}

function Links({ links }: { links: Link[] }) {
  return (
    <ul>
      {links.map(({ label, href }) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  )
}
