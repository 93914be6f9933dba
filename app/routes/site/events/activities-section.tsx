import { officeDay } from '#office-time.ts'
import { isActivityToCome } from '#features/content/kinds/activity.ts'
import { listLatest } from '#features/content/reading/queries.server.ts'
import { EntryList } from '#ui/list/entry-list.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { SectionPage } from '#routes/site/pages/section-page.tsx'
import { readSectionText } from '#routes/site/pages/section-text.server.ts'
import { listedActivity, MoreDates, NoActivities } from './listed.tsx'
import type { Route } from './+types/activities-section.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/events/activities-section')
  const { context, url } = args
  const at = now.getTime()
  const all = await listLatest(db, 'activity')
  return {
    text: await readSectionText(context, url.pathname),
    upcoming: all.filter(({ data }) => isActivityToCome(data, at, officeDay(at))).toReversed(),
  }
}

export default function ActivitiesSection({ loaderData: { text, upcoming } }: Route.ComponentProps) {
  return (
    <SectionPage text={text} feed={{ title: 'Activities', href: '/activities/feed.atom' }}>
      <section>
        <h2 id="upcoming">Upcoming</h2>
        {upcoming.length > 0 ? <EntryList entries={upcoming.map(listedActivity)} /> : <NoActivities />}
        <MoreDates />
      </section>
    </SectionPage>
  )
}
