import { callsOn } from '#features/calls/call.ts'
import { listPublicCalls } from '#features/calls/queries.server.ts'
import { pageAddress, pageSlugAt } from '#features/content/addresses/addresses.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { findDownloads } from '#features/media/queries.server.ts'
import { Day } from '#ui/foundations/day.tsx'
import { OnThisPage } from '#ui/frame/on-this-page.tsx'
import { DownloadLink } from './download-link.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { CallsSection } from '#routes/site/calls/calls-section.tsx'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { PageSections } from './page-sections.tsx'
import { SitePage } from './site-page.tsx'
import { findSectionPictures } from './text-pictures.server.ts'
import type { Route } from './+types/reading-page.ts'

const longEnoughForContents = 4
const callsTitle = 'Calls for nominations'

/** Fellowship and associate fellowship, which people are nominated for. */
const withCalls = new Set(['fellowship', 'associate-fellowship'])

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/pages/reading-page')
  const { context, request, url } = args
  const slug = pageSlugAt(url.pathname)
  // The specification's pages have one address each, and it is not under /pages.
  const page = pageAddress(slug) === url.pathname ? await findEntry(db, 'page', slug) : undefined
  if (!page) throw await notFound(context, request)
  const downloads = await findDownloads(db, [page.data.pdf])
  return {
    page,
    calls: withCalls.has(slug) ? callsOn(await listPublicCalls(db, now), url.pathname) : undefined,
    pdf: page.data.pdf && downloads[page.data.pdf],
    pictures: await findSectionPictures(context, page.data.sections),
  }
}

export default function ReadingPage({ loaderData: { page, calls, pdf, pictures } }: Route.ComponentProps) {
  const { title, lead, edition, effectiveFrom, changeNote, sections } = page.data
  const contents = [
    ...(calls ? [{ id: 'calls', label: callsTitle }] : []),
    ...sections.map(({ anchor, number, heading }) => ({
      id: anchor,
      label: number ? `${number}. ${heading}` : heading,
    })),
  ]
  return (
    <SitePage
      title={title}
      lead={lead}
      sample={page.sample}
      {...(contents.length >= longEnoughForContents && { aside: <OnThisPage entries={contents} /> })}
    >
      {(edition || effectiveFrom) && (
        <p>
          {edition}
          {effectiveFrom && (
            <>
              {edition ? ', in force from ' : 'In force from '}
              <Day date={effectiveFrom} />
            </>
          )}
        </p>
      )}
      {changeNote && <p>What changed: {changeNote}</p>}
      {calls && <CallsSection title={callsTitle} calls={calls} />}
      <PageSections sections={sections} pictures={pictures} />
      {pdf && (
        <p>
          <DownloadLink file={pdf}>Read this text as a document</DownloadLink>
        </p>
      )}
    </SitePage>
  )
}
