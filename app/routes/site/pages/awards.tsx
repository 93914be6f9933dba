import { listEntries } from '#features/content/reading/queries.server.ts'
import { EntryList } from '#ui/list/entry-list.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { itemList } from '#routes/site/frame/json-ld.ts'
import { useSite } from '#routes/site/frame/page-head.tsx'
import { PageSections } from './page-sections.tsx'
import { readPageText } from './page-text.server.ts'
import { SitePage } from './site-page.tsx'
import type { Route } from './+types/awards.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/pages/awards')
  const { context } = args
  const awards = await listEntries(db, 'award')
  return { text: await readPageText(context, 'awards'), awards }
}

export default function Awards({ loaderData: { text, awards } }: Route.ComponentProps) {
  const { origin } = useSite()
  const links = awards.map(({ slug, data }) => ({ name: data.title, href: `/awards/${slug}` }))
  return (
    <SitePage title={text.title} lead={text.lead} about={itemList(origin, links)}>
      <PageSections sections={text.sections} pictures={text.pictures} />
      <EntryList
        level={2}
        entries={awards.map(({ slug, sample, data }) => ({
          id: slug,
          title: data.title,
          href: `/awards/${slug}`,
          sample,
          children: <p>{data.summary}</p>,
        }))}
      />
    </SitePage>
  )
}
