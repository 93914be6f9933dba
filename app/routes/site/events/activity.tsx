import { officeDay } from '#office-time.ts'
import { isActivityToCome, listOfActivity } from '#features/content/kinds/activity.ts'
import { pageAddress } from '#features/content/addresses/addresses.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { findDownloads } from '#features/media/queries.server.ts'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Prose } from '#ui/text/prose.tsx'
import { ActivityTime } from './activity-time.tsx'
import { CancelledNotice } from './listed.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { DownloadLink } from '#routes/site/pages/download-link.tsx'
import { academyRef, activityEvent } from '#routes/site/frame/json-ld.ts'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { PeopleList } from '#routes/site/directory/people-list.tsx'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { findTextPictures } from '#routes/site/pages/text-pictures.server.ts'
import { TextView } from '#routes/site/pages/text-view.tsx'
import type { Route } from './+types/activity.ts'

type Activity = Data<'activity'>

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/events/activity')
  const { context, request, params } = args
  const activity = await findEntry(db, 'activity', params.slug)
  if (!activity) throw await notFound(context, request)
  const list = listOfActivity(activity.data)
  const listPage = await findEntry(db, 'page', list)
  const { slides, report } = activity.data
  const downloads = await findDownloads(db, [slides, report])
  return {
    activity,
    isToCome: isActivityToCome(activity.data, now.getTime(), officeDay(now)),
    list: { label: listPage?.data.title ?? 'Activities', href: pageAddress(list) },
    slides: slides && downloads[slides],
    report: report && downloads[report],
    pictures: await findTextPictures(context, [activity.data.abstract]),
  }
}

export default function ActivityPage({
  loaderData: { activity, isToCome, list, slides, report, pictures },
}: Route.ComponentProps) {
  const { origin, settings } = useSite()
  const { slug, sample } = activity
  // A link to a meeting that is over or cancelled would lead nowhere.
  const isHappening = isToCome && !activity.data.cancelled
  const data = isHappening
    ? activity.data
    : { ...activity.data, joinUrl: undefined, registrationUrl: undefined }
  const hasDate = data.startsAt !== undefined || data.startsOn !== undefined
  return (
    <SitePage
      title={data.title}
      kicker={seriesOf(data)}
      sample={sample}
      trail={[list]}
      description={[data.speaker?.name, data.series, data.venue].filter(Boolean).join(', ') || data.title}
      about={activityEvent(data, {
        url: `${origin}/activities/${slug}`,
        organizer: academyRef(origin, settings),
      })}
    >
      {data.cancelled && <CancelledNotice what="event" />}
      <Facts
        facts={[
          {
            label: 'Speaker',
            value: [data.speaker?.name, data.speaker?.affiliation].filter(Boolean).join(', '),
          },
          { label: 'In memory of', value: data.inMemoryOf },
          { label: 'When', value: <ActivityTime activity={data} /> },
          { label: 'Length', value: data.durationMinutes && `${data.durationMinutes} minutes` },
          { label: 'Where', value: [data.venue, data.platform].filter(Boolean).join(', ') },
          { label: 'Host', value: data.host },
          { label: 'For', value: data.audience },
          {
            label: 'Join',
            value: data.joinUrl && <ExternalLink href={data.joinUrl}>Join the lecture</ExternalLink>,
          },
          {
            label: 'Registration',
            value: data.registrationUrl && <ExternalLink href={data.registrationUrl}>Register</ExternalLink>,
          },
          {
            label: 'Recording',
            value: data.recordingUrl && (
              <ExternalLink href={data.recordingUrl}>Watch the recording</ExternalLink>
            ),
          },
          { label: 'Slides', value: slides && <DownloadLink file={slides}>Slides</DownloadLink> },
          { label: 'Report', value: report && <DownloadLink file={report}>Report</DownloadLink> },
          {
            label: 'Calendar',
            value: isHappening && hasDate && (
              <a href={`/activities/${slug}/calendar.ics`}>Add to your calendar (.ics)</a>
            ),
          },
        ]}
      />
      {data.abstract && (
        <Prose>
          <TextView document={data.abstract} pictures={pictures} anchorPrefix="abstract-" />
        </Prose>
      )}
      <PeopleList title="People" people={data.people ?? []} />
    </SitePage>
  )
}

function seriesOf({ series, number }: Activity) {
  const ordinal = number !== undefined && `number ${number}`
  return [series, ordinal].filter(Boolean).join(', ') || undefined
}
