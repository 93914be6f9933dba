import { callsOn } from '#features/calls/call.ts'
import { listPublicCalls } from '#features/calls/queries.server.ts'
import type { RichText } from '#features/content/text/document.ts'
import { findEntry, listRecipients, type Entry } from '#features/content/reading/queries.server.ts'
import { findDownloads, findPictures, type Pictures } from '#features/media/queries.server.ts'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Prose } from '#ui/text/prose.tsx'
import { DownloadLink } from './download-link.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { CallsSection } from '#routes/site/calls/calls-section.tsx'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { Portrait } from '#routes/site/directory/portrait.tsx'
import { SitePage } from './site-page.tsx'
import { findTextPictures } from './text-pictures.server.ts'
import { TextView } from './text-view.tsx'
import type { Route } from './+types/award.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/pages/award')
  const { context, request, params } = args
  const award = await findEntry(db, 'award', params.slug)
  if (!award) throw await notFound(context, request)
  const downloads = await findDownloads(db, [award.data.callPdf])
  const { purpose, eligibility, nominationHow, selection } = award.data
  const recipients = await listRecipients(db, award.id)
  return {
    award,
    calls: callsOn(await listPublicCalls(db, now), `/awards/${award.slug}`),
    recipients,
    photos: await findPictures(
      db,
      recipients.map(({ data }) => data.photo),
    ),
    pictures: await findTextPictures(context, [purpose, eligibility, nominationHow, selection]),
    callPdf: award.data.callPdf && downloads[award.data.callPdf],
  }
}

export default function AwardPage({
  loaderData: { award, calls, recipients, photos, pictures, callPdf },
}: Route.ComponentProps) {
  const { data, sample } = award
  return (
    <SitePage title={data.title} lead={data.summary} sample={sample}>
      <Facts
        facts={[
          { label: 'Named after', value: data.namedAfter?.name },
          { label: 'Frequency', value: data.frequency },
          { label: 'Prize', value: data.prize },
          { label: 'Subjects', value: data.subjectAreas?.join(', ') },
          {
            label: 'Call',
            value: callPdf && <DownloadLink file={callPdf}>Call for nominations</DownloadLink>,
          },
        ]}
      />
      <CallsSection
        title="Calls for nominations"
        calls={calls}
        explainsNomination={data.nominationHow !== undefined}
      />
      <Prose>
        {data.namedAfter?.note && <p>{data.namedAfter.note}</p>}
        <Part title="Purpose" text={data.purpose} pictures={pictures} />
        <Part title="Eligibility" text={data.eligibility} pictures={pictures} />
        <Part title="How to nominate" text={data.nominationHow} pictures={pictures} />
        <Part title="Selection" text={data.selection} pictures={pictures} />
      </Prose>
      <h2 id="recipients">Recipients</h2>
      {recipients.length > 0 ? (
        <Recipients {...{ recipients, photos }} />
      ) : (
        <p>We have not published the recipients of this award yet.</p>
      )}
    </SitePage>
  )
}

function Part({ title, text, pictures }: { title: string; text: RichText | undefined; pictures: Pictures }) {
  if (!text) return null
  const anchor = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section>
      <h2 id={anchor}>{title}</h2>
      <TextView document={text} pictures={pictures} headingOffset={1} anchorPrefix={`${anchor}-`} />
    </section>
  )
}

type RecipientsProps = { recipients: Entry<'recipient'>[]; photos: Pictures }

function Recipients({ recipients, photos }: RecipientsProps) {
  return (
    <EntryList
      entries={recipients.map(({ slug, sample, data }) => ({
        id: slug,
        title: data.title,
        margin: data.shared ? `${data.year}, shared` : data.year,
        meta: [data.affiliation, data.country, data.discipline].filter(Boolean).join(' · '),
        sample,
        children: (
          <>
            {data.photo && <Portrait of={data.title} picture={photos[data.photo]} />}
            {data.citation && <p>{data.citation}</p>}
            {data.lectureTitle && <p>Award lecture: {data.lectureTitle}</p>}
          </>
        ),
      }))}
    />
  )
}
