import { Outlet, useLocation } from 'react-router'
import { Footer } from '#ui/footer.tsx'
import { TopBar } from '#ui/top-bar.tsx'
import { siteMenu } from './menu.ts'
import { useSite } from './page-head.tsx'
import { sectionOf } from './sections.ts'

/** The bar above and the footer below every ordinary page. */
export default function SiteLayout() {
  const { settings, year } = useSite()
  const { pathname } = useLocation()
  return (
    <>
      <TopBar
        title={settings.societyName}
        menu={siteMenu(settings)}
        currentPath={pathname}
        element={sectionOf(pathname).element}
      />
      <Outlet />
      <Footer
        title={settings.societyName}
        year={year}
        links={[
          { label: 'Home', href: '/' },
          ...(settings.journalUrl
            ? [{ label: 'Journal', href: settings.journalUrl, external: true as const }]
            : []),
          { label: 'Contact Us', href: '/contact-us' },
          { label: 'Archive', href: '/archive' },
        ]}
        social={{
          facebook: settings.facebookUrl,
          linkedin: settings.linkedinUrl,
          twitter: settings.twitterUrl,
        }}
        account={[{ label: 'Login', href: '/admin/admin-editor-login' }]}
      >
        <p>
          <a href="/privacy">Privacy</a> · <a href="/accessibility">Accessibility</a>
        </p>
      </Footer>
    </>
  )
}
