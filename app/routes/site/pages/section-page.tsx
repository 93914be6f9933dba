import type { ReactNode } from 'react'
import { EntryList } from '#ui/list/entry-list.tsx'
import { itemList } from '#routes/site/frame/json-ld.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { PageSections } from './page-sections.tsx'
import type { SectionText } from './section-text.server.ts'
import { SitePage } from './site-page.tsx'

interface Props {
  text: SectionText
  feed?: { title: string; href: string }
  children: ReactNode
}

/** The front page of a section: each of its pages with a sentence, then what is new there. */
export function SectionPage({ text: { title, lead, sections, pictures, pages }, feed, children }: Props) {
  const { origin } = useSite()
  return (
    <SitePage title={title} lead={lead} about={itemList(origin, pages)} {...(feed && { feed })}>
      <PageSections sections={sections} pictures={pictures} />
      <EntryList
        level={2}
        entries={pages.map(({ href, name, sentence }) => ({
          id: href.slice(1).replaceAll('/', '-'),
          title: name,
          href,
          ...(sentence && { children: <p>{sentence}</p> }),
        }))}
      />
      {children}
    </SitePage>
  )
}
