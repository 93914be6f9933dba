import { officeDay } from '#office-time.ts'
import { pageSlugAt } from '#features/content/addresses/addresses.ts'
import { belongsTo, isToCome, type ConferenceList } from '#features/content/kinds/conference.ts'
import { listLatest, type Entry } from '#features/content/reading/queries.server.ts'
import { EntryList } from '#ui/list/entry-list.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { itemList } from '#routes/site/frame/json-ld.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { PageSections } from '#routes/site/pages/page-sections.tsx'
import { readPageText } from '#routes/site/pages/page-text.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { listedConference, UpcomingConferences } from './listed.tsx'
import type { Route } from './+types/conferences.ts'

type Conference = Entry<'conference'>

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/events/conferences')
  const { context, url } = args
  const slug = pageSlugAt(url.pathname) as ConferenceList
  const all = await listLatest(db, 'conference')
  const listed = all.filter((conference) => belongsTo(conference.data, slug))
  const today = officeDay(now.getTime())
  return {
    text: await readPageText(context, slug),
    upcoming: listed.filter(({ data }) => isToCome(data, today)).toReversed(),
    past: listed.filter(({ data }) => !isToCome(data, today)),
  }
}

export default function Conferences({ loaderData: { text, upcoming, past } }: Route.ComponentProps) {
  const { origin } = useSite()
  return (
    <SitePage
      title={text.title}
      lead={text.lead}
      about={itemList(origin, [...upcoming, ...past].map(toLink))}
      feed={{ title: 'Conferences', href: '/conferences/feed.atom' }}
    >
      <PageSections sections={text.sections} pictures={text.pictures} />
      <h2 id="upcoming">Upcoming</h2>
      <UpcomingConferences upcoming={upcoming} />
      <h2 id="past">Past</h2>
      {past.length > 0 ? <EntryList entries={past.map(listedConference)} /> : <p>No past conferences yet.</p>}
    </SitePage>
  )
}

function toLink({ slug, sample, data }: Conference) {
  return { name: data.title, sample, href: `/conferences/${slug}` }
}
