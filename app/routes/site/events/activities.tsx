import { officeDay } from '#office-time.ts'
import { activityLists, isActivityToCome, type ActivityList } from '#features/content/kinds/activity.ts'
import { pageSlugAt } from '#features/content/addresses/addresses.ts'
import { listLatest, type Entry } from '#features/content/reading/queries.server.ts'
import { EntryList } from '#ui/list/entry-list.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { itemList } from '#routes/site/frame/json-ld.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { PageSections } from '#routes/site/pages/page-sections.tsx'
import { readPageText } from '#routes/site/pages/page-text.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { listedActivity, NoActivities } from './listed.tsx'
import type { Route } from './+types/activities.ts'

type Activity = Entry<'activity'>

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/events/activities')
  const { context, url } = args
  const slug = pageSlugAt(url.pathname) as ActivityList
  const all = await listLatest(db, 'activity')
  const listed = all.filter(({ data }) => data.activity === activityLists[slug])
  const at = now.getTime()
  const isToCome = ({ data }: Activity) => isActivityToCome(data, at, officeDay(at))
  return {
    text: await readPageText(context, slug),
    upcoming: listed.filter(isToCome).toReversed(),
    past: listed.filter((activity) => !isToCome(activity)),
  }
}

export default function Activities({ loaderData: { text, upcoming, past } }: Route.ComponentProps) {
  const { origin } = useSite()
  const links = [...upcoming, ...past].map(({ slug, sample, data }) => ({
    name: data.title,
    sample,
    href: `/activities/${slug}`,
  }))
  return (
    <SitePage
      title={text.title}
      lead={text.lead}
      about={itemList(origin, links)}
      feed={{ title: 'Activities', href: '/activities/feed.atom' }}
    >
      <PageSections sections={text.sections} pictures={text.pictures} />
      {upcoming.length > 0 && (
        <section>
          <h2 id="upcoming">Upcoming</h2>
          <EntryList entries={upcoming.map(listedActivity)} />
        </section>
      )}
      {past.length > 0 && (
        <section>
          <h2 id="past">Past</h2>
          <EntryList entries={past.map(listedActivity)} />
        </section>
      )}
      {upcoming.length + past.length === 0 && <NoActivities />}
    </SitePage>
  )
}
