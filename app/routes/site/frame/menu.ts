import { menuOf, type MenuNode, type MenuRow } from '#features/menu/menu.ts'
import { journalKey } from '#features/menu/specification.ts'
import type { PublicSettings } from '#features/settings/settings.ts'
import type { MenuGroup, MenuItem } from '#ui/frame/menu.ts'

/**
 * The menu of the specification with staff's changes: the same on every screen, except one award that only wide ones
 * show.
 */
export function siteMenu({ settings, menu }: Site): MenuGroup[] {
  return menuOf(menu).flatMap((node) => {
    if (node.key !== journalKey) return [toItem(node)]
    return settings.journalUrl
      ? [{ label: node.label, href: settings.journalUrl, external: true as const }]
      : []
  })
}

interface Site {
  settings: PublicSettings
  menu: MenuRow[]
}

const inFooter = new Set(['/', '/contact-us', '/archive'])

/** The links of the footer, named as in the menu. */
export function footerLinks(site: Site): MenuItem[] {
  return siteMenu(site).filter(({ href, external }) => external || (href && inFooter.has(href)))
}

function toItem({ label, href, desktopOnly, under, children }: MenuNode): MenuItem {
  return {
    label,
    ...(href && { href }),
    ...(desktopOnly && { desktopOnly }),
    ...(under && { under }),
    ...(children && { children: children.map(toItem) }),
  }
}
