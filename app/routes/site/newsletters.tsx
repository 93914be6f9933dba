import { listLatest } from '#features/content/queries.server.ts'
import { findDownloads, findPictures } from '#features/media/queries.server.ts'
import { dbContext } from '#server/context.server.ts'
import { Day } from '#ui/day.tsx'
import { EntryList } from '#ui/entry-list.tsx'
import { Notice } from '#ui/notice.tsx'
import { Picture } from '#ui/picture.tsx'
import { DownloadLink } from './download-link.tsx'
import { PageSections } from './page-sections.tsx'
import { readPageText } from './page-text.server.ts'
import { SitePage } from './site-page.tsx'
import styles from './newsletters.module.css'
import type { Route } from './+types/newsletters.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const issues = await listLatest(db, 'newsletter')
  return {
    text: await readPageText(context, 'newsletter'),
    issues,
    downloads: await findDownloads(
      db,
      issues.map(({ data }) => data.pdf),
    ),
    pictures: await findPictures(
      db,
      issues.map(({ data }) => data.cover),
    ),
  }
}

export default function Newsletters({
  loaderData: { text, issues, downloads, pictures },
}: Route.ComponentProps) {
  return (
    <SitePage
      title={text.title}
      lead={text.lead}
      feed={{ title: 'Newsletter', href: '/newsletter/feed.atom' }}
    >
      <PageSections sections={text.sections} pictures={text.pictures} />
      {issues.length === 0 && (
        <Notice>
          <p>
            No issue is published here yet. The <a href="/newsletter/feed.atom">newsletter feed</a> tells you
            when one is.
          </p>
        </Notice>
      )}
      <EntryList
        level={2}
        entries={issues.map(({ slug, sample, data }) => {
          const pdf = data.pdf && downloads[data.pdf]
          const cover = data.cover && pictures[data.cover]
          return {
            id: slug,
            title: `${data.title}, ${data.period}`,
            href: `/newsletter/${slug}`,
            sample,
            margin: cover ? (
              <span className={styles.cover}>
                <Picture sources={cover} width={cover.width} height={cover.height} alt="" sizes="10rem" />
              </span>
            ) : (
              <Day date={data.releasedOn} />
            ),
            meta: (
              <>
                Volume {data.volume}, number {data.number} · <Day date={data.releasedOn} />
                {data.pages && ` · ${data.pages} pages`}
              </>
            ),
            children: (
              <>
                {data.summary && <p>{data.summary}</p>}
                {pdf && (
                  <p>
                    <DownloadLink file={pdf}>Download the issue</DownloadLink>
                  </p>
                )}
              </>
            ),
          }
        })}
      />
    </SitePage>
  )
}
