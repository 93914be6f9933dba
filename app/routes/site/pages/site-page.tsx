import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { markedTitle } from '#features/content/kinds/marked-title.ts'
import { shorten } from '#features/content/text/shorten.ts'
import type { Element } from '#ui/foundations/spectrum.ts'
import { holdsCurrent, type MenuItem } from '#ui/frame/menu.ts'
import { Page } from '#ui/frame/page.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { SectionNav } from '#ui/frame/section-nav.tsx'
import { breadcrumbList, type JsonLd } from '#routes/site/frame/json-ld.ts'
import { siteMenu } from '#routes/site/frame/menu.ts'
import { PageHead } from '#routes/site/frame/page-head.tsx'
import { useSite } from '#routes/site/frame/use-site.ts'
import { sectionOf } from '#routes/site/frame/sections.ts'

interface Props {
  title: string
  /** The title of the browser's tab, where other pages have the same title. */
  tabTitle?: string
  lead?: string | undefined
  kicker?: ReactNode
  /** What search engines show; the lead by default. */
  description?: string | undefined
  sample?: boolean
  /** The pages between the section's front page and this one. */
  trail?: { label: string; href?: string }[]
  /** The margin column; the neighbouring pages by default. */
  aside?: ReactNode
  wide?: boolean
  column?: boolean
  /** Of the section that the page is about, if its address does not say. */
  element?: Element
  about?: JsonLd | undefined
  hidden?: boolean
  feed?: { title: string; href: string }
  /** A form on the page was returned with errors. */
  hasErrors?: boolean
  children: ReactNode
}

/** An ordinary page: its head, the breadcrumb, its title with the spectrum of its section, and its text. */
export function SitePage(props: Props) {
  const {
    title,
    tabTitle = title,
    lead,
    kicker,
    description,
    sample = false,
    trail = [],
    aside,
    wide,
    column,
    element,
    about,
    hidden,
    feed,
    hasErrors,
    children,
  } = props
  const { origin, settings } = useSite()
  const { pathname } = useLocation()
  const section = sectionOf(pathname)
  const crumbs = [
    { label: 'Home', href: '/' },
    ...(isOnTheWay(section.href, [pathname, trail[0]?.href]) ? [section] : []),
    ...trail,
    { label: title, href: pathname },
  ]
  const neighbours = useNeighbours(pathname)
  const hasMargin = !wide && !column && (aside || neighbours)
  return (
    <>
      <PageHead
        title={markedTitle(tabTitle, sample)}
        description={`${sample ? 'Sample: ' : ''}${shorten(description ?? lead ?? `${title}, ${settings.societyName}.`, 160)}`}
        // Only search engines read it, and they do not get samples. On a page that hydrates our policy would not let React
        // change it.
        {...(!hidden && !sample && { about: [breadcrumbList(origin, crumbs), ...(about ? [about] : [])] })}
        {...((hidden || sample) && { hidden: true })}
        {...(feed && { feed })}
        {...(hasErrors && { hasErrors })}
      />
      <Page
        element={element ?? section.element}
        title={title}
        lead={lead}
        kicker={sample ? <SampleLine>{kicker}</SampleLine> : kicker}
        crumbs={crumbs}
        {...(column && { column })}
        {...(hasMargin
          ? {
              aside: (
                <>
                  {neighbours}
                  {aside}
                </>
              ),
            }
          : { wide: !column })}
      >
        {children}
      </Page>
    </>
  )
}

/** Home is in every breadcrumb already, and what comes next is not named twice. */
function isOnTheWay(section: string | undefined, next: (string | undefined)[]) {
  return section !== '/' && (section === undefined || !next.includes(section))
}

function SampleLine({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      {children && '\u2002'}
      <SampleMark />
    </>
  )
}

/** Pages of a section that its menu does not name, because the specification lists what the menu has. */
const besideMenu: Record<string, MenuItem[]> = {
  '/iaps': [{ label: 'History', href: '/iaps/history' }],
  '/fellowship': [
    { label: 'Fellows in figures', href: '/fellowship/figures' },
    { label: 'Rules for elections', href: '/fellowship/rules' },
  ],
}

function useNeighbours(path: string) {
  const group = siteMenu(useSite()).find((item) => item.children && holdsCurrent(item, path))
  if (!group) return undefined
  const more = besideMenu[sectionOf(path).href] ?? []
  return (
    <SectionNav group={{ ...group, children: [...(group.children ?? []), ...more] }} currentPath={path} />
  )
}
