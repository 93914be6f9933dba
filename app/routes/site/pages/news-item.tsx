import { findEntry, type Entry } from '#features/content/reading/queries.server.ts'
import { findPictures } from '#features/media/queries.server.ts'
import { Day } from '#ui/foundations/day.tsx'
import { Picture } from '#ui/text/picture.tsx'
import { Prose } from '#ui/text/prose.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { academyRef, type JsonLd } from '#routes/site/frame/json-ld.ts'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { SitePage } from './site-page.tsx'
import { findTextPictures } from './text-pictures.server.ts'
import { TextView } from './text-view.tsx'
import styles from './news-item.module.css'
import type { Route } from './+types/news-item.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/pages/news-item')
  const { context, request, params } = args
  const news = await findEntry(db, 'news', params.slug)
  if (!news) throw await notFound(context, request)
  const { picture } = news.data
  const pictures = await findPictures(db, [picture?.file])
  return {
    news,
    picture: picture && pictures[picture.file],
    pictures: await findTextPictures(context, [news.data.body]),
  }
}

export default function NewsItem({ loaderData: { news, picture, pictures } }: Route.ComponentProps) {
  const { origin, settings } = useSite()
  const { data, sample } = news
  return (
    <SitePage
      title={data.title}
      lead={data.summary}
      kicker={<Day date={data.publishedOn} />}
      sample={sample}
      about={articleOf(news, origin, academyRef(origin, settings), picture?.jpeg.at(-1)?.src)}
      feed={{ title: 'News', href: '/news/feed.atom' }}
    >
      {picture && (
        <figure className={styles.figure}>
          <Picture
            sources={picture}
            width={picture.width}
            height={picture.height}
            alt={data.picture?.alt ?? ''}
            sizes="(min-width: 1024px) 680px, 92vw"
          />
          {data.picture?.credit && <figcaption>{data.picture.credit}</figcaption>}
        </figure>
      )}
      {data.body && (
        <Prose>
          <TextView document={data.body} pictures={pictures} anchorPrefix="text-" />
        </Prose>
      )}
    </SitePage>
  )
}

function articleOf(
  { slug, updatedAt, data }: Entry<'news'>,
  origin: string,
  publisher: JsonLd,
  picture: string | undefined,
): JsonLd {
  return {
    '@type': 'NewsArticle',
    headline: data.title,
    url: `${origin}/news/${slug}`,
    datePublished: data.publishedOn,
    dateModified: new Date(updatedAt).toISOString(),
    description: data.summary,
    ...(picture && { image: origin + picture }),
    author: publisher,
    publisher,
    mainEntityOfPage: `${origin}/news/${slug}`,
  }
}
