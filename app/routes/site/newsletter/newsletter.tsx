import { callsOpenOn } from '#features/calls/call.ts'
import { listPublicCalls } from '#features/calls/queries.server.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { findDownloads, findPictures } from '#features/media/queries.server.ts'
import { Day } from '#ui/foundations/day.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Picture } from '#ui/text/picture.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { IssueCalls } from './issue-calls.tsx'
import { IssueContents } from './issue-contents.tsx'
import { hasPdf, IssuePdfLink } from './issue-pdf-link.tsx'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import styles from './newsletters.module.css'
import type { Route } from './+types/newsletter.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/newsletter/newsletter')
  const { context, request, params } = args
  const issue = await findEntry(db, 'newsletter', params.slug)
  if (!issue) throw await notFound(context, request)
  const { pdf, cover, releasedOn } = issue.data
  const downloads = await findDownloads(db, [pdf])
  const pictures = await findPictures(db, [cover])
  return {
    issue,
    pdf: pdf ? downloads[pdf] : undefined,
    cover: cover && pictures[cover],
    calls: callsOpenOn(await listPublicCalls(db, now), releasedOn),
  }
}

export default function NewsletterIssue({ loaderData: { issue, pdf, cover, calls } }: Route.ComponentProps) {
  const { slug, data, sample } = issue
  return (
    <SitePage
      title={`${data.title}, ${data.period}`}
      lead={data.summary}
      sample={sample}
      aside={
        cover && (
          <span className={styles.cover}>
            <Picture sources={cover} width={cover.width} height={cover.height} alt="" sizes="10rem" />
          </span>
        )
      }
    >
      <Facts
        facts={[
          { label: 'Issue', value: `Volume ${data.volume}, number ${data.number}` },
          { label: 'Released', value: <Day date={data.releasedOn} /> },
          { label: data.editors?.length === 1 ? 'Editor' : 'Editors', value: data.editors?.join(', ') },
          { label: 'Pages', value: data.pages },
          {
            label: 'Document',
            value: hasPdf(issue, pdf) && (
              <IssuePdfLink issue={issue} pdf={pdf}>
                The whole issue
              </IssuePdfLink>
            ),
          },
        ]}
      />
      {data.contents.length > 0 && (
        <section>
          <h2 id="contents">In this issue</h2>
          <IssueContents slug={slug} contents={data.contents} />
        </section>
      )}
      <IssueCalls calls={calls} />
      <p>
        <a href="/newsletter#by-e-mail">Get the newsletter by email</a>
      </p>
    </SitePage>
  )
}
