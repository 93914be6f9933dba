import { redirect } from 'react-router'
import { articleAddress, entryAddress } from '#features/content/addresses/addresses.ts'
import { listArticles, type Article } from '#features/content/kinds/articles.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { Day } from '#ui/foundations/day.tsx'
import { NextIcon, PreviousIcon } from '#ui/foundations/icons.tsx'
import { SectionNav } from '#ui/frame/section-nav.tsx'
import { Prose } from '#ui/text/prose.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { findRespelled } from '#routes/request/moved.server.ts'
import { academyRef, type JsonLd } from '#routes/site/frame/json-ld.ts'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { findTextPictures } from '#routes/site/pages/text-pictures.server.ts'
import { TextView } from '#routes/site/pages/text-view.tsx'
import styles from './article.module.css'
import type { Route } from './+types/article.ts'

/** An article of a newsletter issue. An address that the issue no longer has leads to the issue. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/newsletter/article')
  const { context, request, params } = args
  const entry = await findEntry(db, 'newsletter', params.slug)
  if (!entry) throw await notFound(context, request)
  const address = entryAddress('newsletter', entry.slug)!
  const articles = listArticles(entry.data.contents)
  const at = articles.findIndex(({ slug }) => slug === params.article)
  const article = articles[at]
  if (!article) throw (await findRespelled(context, request)) ?? redirect(address)
  const { title, period, volume, number, releasedOn } = entry.data
  const { sample, updatedAt } = entry
  return {
    article,
    issue: { address, title, period, volume, number, releasedOn, sample, updatedAt },
    all: articles.map((one) => linkTo(entry.slug, one)),
    at,
    pictures: await findTextPictures(context, [article.body]),
  }
}

function linkTo(issue: string, { slug, title }: Article) {
  return { label: title, href: articleAddress(issue, slug) }
}

type Loaded = Route.ComponentProps['loaderData']

export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  const { article, issue, all, at, pictures } = loaderData
  const { origin, settings } = useSite()
  const { href } = all[at]!
  return (
    <SitePage
      title={article.title}
      tabTitle={`${article.title}, ${issue.period}`}
      lead={article.summary}
      kicker={
        <>
          {article.author && `${article.author} · `}
          <Day date={issue.releasedOn} />
        </>
      }
      sample={issue.sample}
      trail={[{ label: `${issue.title}, ${issue.period}`, href: issue.address }]}
      aside={
        <SectionNav
          group={{ label: 'In this issue', under: issue.address, children: all }}
          currentPath={href}
        />
      }
      about={articleOf(loaderData, origin, academyRef(origin, settings))}
      feed={{ title: 'Newsletter', href: '/newsletter/feed.atom' }}
    >
      <Prose>
        <TextView document={article.body} pictures={pictures} anchorPrefix="text-" />
      </Prose>
      <Steps {...{ issue, all, at }} />
    </SitePage>
  )
}

function Steps({ issue, all, at }: Pick<Loaded, 'issue' | 'all' | 'at'>) {
  const [previous, next] = [all[at - 1], all[at + 1]]
  return (
    <nav className={styles.steps} aria-label="Articles of this issue">
      {previous && (
        <a href={previous.href} rel="prev">
          <span>
            <PreviousIcon /> Previous article
          </span>
          {previous.label}
        </a>
      )}
      {next && (
        <a href={next.href} rel="next" className={styles.next}>
          <span>
            Next article <NextIcon />
          </span>
          {next.label}
        </a>
      )}
      <a href={issue.address} className={styles.issue}>
        <span>All articles</span>
        {issue.title}, {issue.period}
      </a>
    </nav>
  )
}

function articleOf({ article, issue, all, at }: Loaded, origin: string, publisher: JsonLd): JsonLd {
  const url = origin + all[at]!.href
  return {
    '@type': 'Article',
    headline: article.title,
    url,
    mainEntityOfPage: url,
    datePublished: issue.releasedOn,
    dateModified: new Date(issue.updatedAt).toISOString(),
    ...(article.summary && { description: article.summary }),
    author: article.author ? { '@type': 'Person', name: article.author } : publisher,
    publisher,
    ...(article.page && { pageStart: article.page }),
    isPartOf: {
      '@type': 'PublicationIssue',
      name: `${issue.title}, ${issue.period}`,
      url: origin + issue.address,
      issueNumber: issue.number,
      datePublished: issue.releasedOn,
      isPartOf: { '@type': 'PublicationVolume', volumeNumber: issue.volume },
    },
  }
}
