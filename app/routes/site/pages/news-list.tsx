import { newsListQuery } from '#features/content/entry/form.ts'
import {
  countPublished,
  findEntry,
  listLatest,
  type Entry,
} from '#features/content/reading/queries.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { Day } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { Notice } from '#ui/text/notice.tsx'
import { Pagination } from '#ui/list/pagination.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { answerable, directoryAddress, withinPages } from '#routes/site/directory/directory.server.ts'
import { itemList } from '#routes/site/frame/json-ld.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { PageSections } from './page-sections.tsx'
import { SitePage } from './site-page.tsx'
import { findSectionPictures } from './text-pictures.server.ts'
import type { Route } from './+types/news-list.ts'

const pageSize = 50

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/pages/news-list')
  const { context, url } = args
  const { page: number } = answerable(readQuery(directoryAddress(url), newsListQuery))
  const pages = Math.max(1, Math.ceil((await countPublished(db, 'news')) / pageSize))
  const shown = withinPages({ page: number, pages })
  // A site older than its news has no text for this page yet.
  const page = await findEntry(db, 'page', 'news')
  const { title, lead, sections } = page?.data ?? { title: 'News', sections: [] }
  const pictures = await findSectionPictures(context, sections)
  const news = await listLatest(db, 'news', pageSize, (number - 1) * pageSize)
  return { text: { title, lead, sections, pictures }, years: byYear(news), ...shown }
}

type News = Entry<'news'>

/** The years keep the order of the list. */
function byYear(news: News[]): [year: string, news: News[]][] {
  return [...Map.groupBy(news, ({ data }) => data.publishedOn.slice(0, 4))]
}

export default function NewsList({ loaderData: { text, years, page, pages } }: Route.ComponentProps) {
  const { origin } = useSite()
  const links = years
    .flatMap(([, news]) => news)
    .map(({ slug, sample, data }) => ({ name: data.title, sample, href: `/news/${slug}` }))
  return (
    <SitePage
      title={text.title}
      lead={text.lead}
      about={itemList(origin, links)}
      feed={{ title: 'News', href: '/news/feed.atom' }}
    >
      {page === 1 && <PageSections sections={text.sections} pictures={text.pictures} />}
      {years.length === 0 && (
        <Notice>
          <p>
            No news yet. Follow the <a href="/news/feed.atom">news feed</a> for announcements.
          </p>
        </Notice>
      )}
      {years.map(([year, news]) => (
        <section key={year} aria-labelledby={`year-${year}`}>
          <h2 id={`year-${year}`}>{year}</h2>
          <EntryList entries={news.map(toListed)} />
        </section>
      ))}
      <Pagination page={page} pages={pages} hrefFor={(page) => listHref('/news', { page })} />
    </SitePage>
  )
}

function toListed({ slug, sample, data }: News) {
  return {
    id: slug,
    title: data.title,
    href: `/news/${slug}`,
    sample,
    margin: <Day date={data.publishedOn} />,
    children: <p>{data.summary}</p>,
  }
}
