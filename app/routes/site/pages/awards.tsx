import { callsOn } from '#features/calls/call.ts'
import { listPublicCalls } from '#features/calls/queries.server.ts'
import { listEntries } from '#features/content/reading/queries.server.ts'
import { EntryList } from '#ui/list/entry-list.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { CallsSection } from '#routes/site/calls/calls-section.tsx'
import { CallTime } from '#routes/site/calls/call-time.tsx'
import { itemList } from '#routes/site/frame/json-ld.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { PageSections } from './page-sections.tsx'
import { readPageText } from './page-text.server.ts'
import { SitePage } from './site-page.tsx'
import type { Route } from './+types/awards.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/pages/awards')
  const { context, url } = args
  const entries = await listEntries(db, 'award')
  const calls = await listPublicCalls(db, now)
  const awards = entries.map(({ slug, sample, data }) => {
    const { open, coming } = callsOn(calls, `/awards/${slug}`)
    return { slug, sample, data, call: [...open, ...coming][0] }
  })
  return { text: await readPageText(context, 'awards'), awards, others: callsOn(calls, url.pathname) }
}

export default function Awards({ loaderData: { text, awards, others } }: Route.ComponentProps) {
  const { origin } = useSite()
  const links = awards.map(({ slug, sample, data }) => ({
    name: data.title,
    sample,
    href: `/awards/${slug}`,
  }))
  return (
    <SitePage title={text.title} lead={text.lead} about={itemList(origin, links)}>
      <PageSections sections={text.sections} pictures={text.pictures} />
      {/* Calls that do not name their award. */}
      {Object.values(others).flat().length > 0 && (
        <CallsSection title="Calls for nominations" calls={others} />
      )}
      <EntryList
        level={2}
        entries={awards.map(({ slug, sample, data, call }) => ({
          id: slug,
          title: data.title,
          href: `/awards/${slug}`,
          sample,
          children: (
            <>
              <p>{data.summary}</p>
              {call && (
                <p>
                  <a href={call.href}>{call.title}</a> {call.sample && <SampleMark />}{' '}
                  <CallTime call={call} />
                </p>
              )}
            </>
          ),
        }))}
      />
    </SitePage>
  )
}
