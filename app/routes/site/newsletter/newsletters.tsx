import { listLatest } from '#features/content/reading/queries.server.ts'
import { findDownloads, findPictures } from '#features/media/queries.server.ts'
import { askForNewsletter } from '#features/newsletter/operations.server.ts'
import { signUpForm } from '#features/newsletter/form.ts'
import { begin } from '#routes/request/begin.server.ts'
import { refuse } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Day } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { Picture } from '#ui/text/picture.tsx'
import { hasPdf, IssuePdfLink } from './issue-pdf-link.tsx'
import { NewsletterSignUp } from './newsletter-sign-up.tsx'
import { PageSections } from '#routes/site/pages/page-sections.tsx'
import { readPageText } from '#routes/site/pages/page-text.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import styles from './newsletters.module.css'
import type { Route } from './+types/newsletters.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/newsletter/newsletters')
  const { context } = args
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

/** A newsletter sign-up. */
export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, 'routes/site/newsletter/newsletters')
  const form = await readForm(args.request, signUpForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  if (actor.kind === 'system') throw new Error('Only people subscribe to the newsletter.')
  const { email } = form.answers
  const outcome = await askForNewsletter(db, actor, email, now)
  return outcome.ok ? { linkSentTo: email } : refuse(429, { email: tooMany }, form.typed)
}

const tooMany = 'We received too many requests from your network. Try again in an hour.'

export default function Newsletters({
  loaderData: { text, issues, downloads, pictures },
  actionData,
}: Route.ComponentProps) {
  const errors: Record<string, string> | undefined =
    actionData && 'errors' in actionData ? actionData.errors : undefined
  const typed: Record<string, string> = actionData && 'typed' in actionData ? actionData.typed : {}
  const linkSentTo = actionData && 'linkSentTo' in actionData ? actionData.linkSentTo : undefined
  const signUp = <NewsletterSignUp linkSentTo={linkSentTo} errors={errors ?? {}} typed={typed} />
  return (
    <SitePage
      title={text.title}
      lead={text.lead}
      feed={{ title: 'Newsletter', href: '/newsletter/feed.atom' }}
      hasErrors={errors !== undefined}
    >
      <ErrorSummary errors={errors} />
      {actionData ? (
        signUp
      ) : (
        <p className={styles.jump}>
          <a href="#by-e-mail">Get the newsletter by email</a>
        </p>
      )}
      <PageSections sections={text.sections} pictures={text.pictures} />
      {issues.length === 0 && (
        <Notice>
          <p>
            No issues yet. Follow the <a href="/newsletter/feed.atom">newsletter feed</a> for new issues.
          </p>
        </Notice>
      )}
      <EntryList
        level={2}
        entries={issues.map((issue) => {
          const { slug, sample, data } = issue
          const pdf = data.pdf ? downloads[data.pdf] : undefined
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
                {hasPdf(issue, pdf) && (
                  <p>
                    <IssuePdfLink issue={issue} pdf={pdf}>
                      Read the issue
                    </IssuePdfLink>
                  </p>
                )}
              </>
            ),
          }
        })}
      />
      {!actionData && signUp}
    </SitePage>
  )
}
