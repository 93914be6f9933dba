import { officeDay } from '#office-time.ts'
import { pageAddress } from '#features/content/addresses/addresses.ts'
import { isToCome, listOf, numberOf, venueOf } from '#features/content/kinds/conference.ts'
import { dateInWords } from '#features/content/kinds/event-lines.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { findDownloads } from '#features/media/queries.server.ts'
import { DataTable } from '#ui/list/data-table.tsx'
import { Day, Days } from '#ui/foundations/day.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Prose } from '#ui/text/prose.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { DownloadLink } from '#routes/site/pages/download-link.tsx'
import { academyRef, conferenceEvent } from '#routes/site/frame/json-ld.ts'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { PeopleList } from '#routes/site/directory/people-list.tsx'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { findTextPictures } from '#routes/site/pages/text-pictures.server.ts'
import { TextView } from '#routes/site/pages/text-view.tsx'
import { CancelledNotice } from './listed.tsx'
import { capital } from '#server/input/capital.ts'
import type { Route } from './+types/conference.ts'

type Conference = Data<'conference'>

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/events/conference')
  const { context, request, params } = args
  const conference = await findEntry(db, 'conference', params.slug)
  if (!conference) throw await notFound(context, request)
  const list = listOf(conference.data)
  const listPage = await findEntry(db, 'page', list)
  const downloads = await findDownloads(db, [conference.data.brochure])
  return {
    conference,
    isToCome: isToCome(conference.data, officeDay(now)),
    list: { label: listPage?.data.title ?? 'Conferences', href: pageAddress(list) },
    brochure: conference.data.brochure && downloads[conference.data.brochure],
    pictures: await findTextPictures(context, [conference.data.report]),
  }
}

export default function ConferencePage({
  loaderData: { conference, isToCome, list, brochure, pictures },
}: Route.ComponentProps) {
  const { origin, settings } = useSite()
  const { slug, sample, data } = conference
  return (
    <SitePage
      title={data.title}
      lead={data.theme}
      kicker={numberOf(data)}
      sample={sample}
      trail={[list]}
      about={conferenceEvent(data, {
        url: `${origin}/conferences/${slug}`,
        organizer: academyRef(origin, settings),
      })}
    >
      {data.cancelled && <CancelledNotice what="conference" />}
      <Facts
        facts={[
          {
            label: 'Dates',
            value: data.startsOn ? <Days from={data.startsOn} to={data.endsOn} /> : dateInWords(data),
          },
          { label: 'Place', value: venueOf(data) },
          { label: 'Department', value: data.department },
          { label: 'Format', value: data.mode && modes[data.mode] },
          {
            label: 'Website',
            value: data.website && <ExternalLink href={data.website}>Conference website</ExternalLink>,
          },
          {
            label: 'Abstracts',
            value: data.abstractUrl && (
              <ExternalLink href={data.abstractUrl}>Submit an abstract</ExternalLink>
            ),
          },
          {
            label: 'Proceedings',
            value: data.proceedingsUrl && <ExternalLink href={data.proceedingsUrl}>Proceedings</ExternalLink>,
          },
          { label: 'Brochure', value: brochure && <DownloadLink file={brochure}>Brochure</DownloadLink> },
          {
            label: 'Pictures',
            value: data.album && <a href={`/gallery/${data.album}`}>Album in the gallery</a>,
          },
          {
            label: 'Calendar',
            value: data.startsOn && isToCome && !data.cancelled && (
              <a href={`/conferences/${slug}/calendar.ics`}>Add to your calendar (.ics)</a>
            ),
          },
        ]}
      />
      <ImportantDates dates={data.importantDates ?? []} />
      <Talks speakers={data.speakers ?? []} />
      <PeopleList title="People" people={data.people ?? []} />
      <Statistics figures={data.figures ?? []} />
      <Fees fees={data.fees ?? []} />
      {data.report && (
        <Prose>
          <TextView document={data.report} pictures={pictures} anchorPrefix="report-" />
        </Prose>
      )}
    </SitePage>
  )
}

const modes = { 'in-person': 'In person', online: 'Online', hybrid: 'In person and online' }

/** A talk without a title goes by its speaker. */
function Talks({ speakers }: { speakers: NonNullable<Conference['speakers']> }) {
  if (speakers.length === 0) return null
  return (
    <section>
      <h2 id="speakers">Talks</h2>
      <EntryList
        entries={speakers.map(({ name, affiliation, kind, title, abstract }, at) => ({
          id: `talk-${at + 1}`,
          title: title ?? name,
          margin: `${capital(kind)} lecture`,
          meta: (title ? [name, affiliation] : [affiliation]).filter(Boolean).join(', '),
          children: abstract && <p>{abstract}</p>,
        }))}
      />
    </section>
  )
}

function ImportantDates({ dates }: { dates: NonNullable<Conference['importantDates']> }) {
  if (dates.length === 0) return null
  return (
    <section>
      <h2 id="important-dates">Important dates</h2>
      <Facts facts={dates.map(({ label, on }) => ({ label, value: <Day date={on} /> }))} />
    </section>
  )
}

function Statistics({ figures: statistics }: { figures: NonNullable<Conference['figures']> }) {
  if (statistics.length === 0) return null
  return (
    <section>
      <h2 id="figures">At a glance</h2>
      <Facts facts={statistics} />
    </section>
  )
}

function Fees({ fees }: { fees: NonNullable<Conference['fees']> }) {
  if (fees.length === 0) return null
  return (
    <section>
      <h2 id="fees">Registration fees</h2>
      <DataTable
        caption="Registration fees"
        captionHidden
        rows={fees}
        rowKey={(_fee, index) => String(index)}
        columns={[
          { key: 'category', label: 'Category', cell: (fee) => fee.category, heads: true },
          { key: 'amount', label: 'Amount', cell: (fee) => fee.amount, numeric: true },
          { key: 'note', label: 'Note', cell: (fee) => fee.note },
        ]}
      />
    </section>
  )
}
