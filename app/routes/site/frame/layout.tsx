import type { ReactNode } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { Footer } from '#ui/frame/footer.tsx'
import type { SiteBarProps } from '#ui/frame/staff-bar.tsx'
import { TopBar } from '#ui/frame/top-bar.tsx'
import { editHref } from './edit-href.ts'
import { footerLinks, siteMenu } from './menu.ts'
import { useSite } from './use-site.ts'
import { sectionOf } from './sections.ts'

/** The header and the footer of every ordinary page. */
export default function SiteLayout() {
  const site = useSite()
  const { settings, year, user } = site
  const { pathname } = useLocation()
  const ownBar = useOwnBar()
  const bar = { title: settings.societyName, menu: siteMenu(site), currentPath: pathname }
  return (
    <>
      {ownBar ? (
        ownBar(bar)
      ) : (
        <TopBar {...bar} element={sectionOf(pathname).element} editHref={editHref(site, pathname)} />
      )}
      <Outlet />
      <Footer
        title={settings.societyName}
        year={year}
        links={footerLinks(site)}
        social={{
          facebook: settings.facebookUrl,
          linkedin: settings.linkedinUrl,
          twitter: settings.twitterUrl,
        }}
        account={user ? dashboards : [{ label: 'Login', href: '/admin/admin-editor-login' }]}
      >
        <p>
          <a href="/news">News</a> · <a href="/calendar">Calendar</a> · <a href="/my-page">My page</a> ·{' '}
          <a href="/privacy">Privacy</a> · <a href="/accessibility">Accessibility</a>
        </p>
      </Footer>
    </>
  )
}

/** Pages of the staff area bring a header of their own. */
function useOwnBar(): DrawBar | undefined {
  return useMatches()
    .map(({ handle }) => (handle as { drawBar?: DrawBar } | undefined)?.drawBar)
    .find((drawBar) => drawBar !== undefined)
}

type DrawBar = (site: SiteBarProps) => ReactNode

/** Shown to anyone who is signed in; the policy table decides who may open them. */
const dashboards = [
  { label: 'Admin Dashboard', href: '/admin/dashboard' },
  { label: 'Editor Dashboard', href: '/editor/dashboard' },
]
