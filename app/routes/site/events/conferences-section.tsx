import { officeDay } from '#office-time.ts'
import { isToCome } from '#features/content/kinds/conference.ts'
import { listLatest } from '#features/content/reading/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SectionPage } from '#routes/site/pages/section-page.tsx'
import { readSectionText } from '#routes/site/pages/section-text.server.ts'
import { MoreDates, UpcomingConferences } from './listed.tsx'
import type { Route } from './+types/conferences-section.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/events/conferences-section')
  const { context, url } = args
  const today = officeDay(now.getTime())
  const all = await listLatest(db, 'conference')
  return {
    text: await readSectionText(context, url.pathname),
    upcoming: all.filter(({ data }) => isToCome(data, today)).toReversed(),
  }
}

export default function ConferencesSection({ loaderData: { text, upcoming } }: Route.ComponentProps) {
  return (
    <SectionPage text={text} feed={{ title: 'Conferences', href: '/conferences/feed.atom' }}>
      <section>
        <h2 id="upcoming">Upcoming</h2>
        <UpcomingConferences upcoming={upcoming} />
        <MoreDates />
      </section>
    </SectionPage>
  )
}
