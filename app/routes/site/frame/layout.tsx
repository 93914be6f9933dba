import { Outlet, useLocation } from 'react-router'
import { Footer } from '#ui/frame/footer.tsx'
import { TopBar } from '#ui/frame/top-bar.tsx'
import { footerLinks, siteMenu } from './menu.ts'
import { useSite } from './page-head.tsx'
import { sectionOf } from './sections.ts'

/** The header and the footer of every ordinary page. */
export default function SiteLayout() {
  const site = useSite()
  const { settings, year, user } = site
  const { pathname } = useLocation()
  return (
    <>
      <TopBar
        title={settings.societyName}
        menu={siteMenu(site)}
        currentPath={pathname}
        element={sectionOf(pathname).element}
      />
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
          <a href="/news">News</a> · <a href="/calendar">Calendar</a> · <a href="/privacy">Privacy</a> ·{' '}
          <a href="/accessibility">Accessibility</a>
        </p>
      </Footer>
    </>
  )
}

/** Shown to anyone who is signed in; the policy table decides who may open them. */
const dashboards = [
  { label: 'Admin Dashboard', href: '/admin/dashboard' },
  { label: 'Editor Dashboard', href: '/editor/dashboard' },
]
