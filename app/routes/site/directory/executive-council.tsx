import { bodyAddress, councilSlug } from '#features/bodies/body.ts'
import { listPublicBodies } from '#features/bodies/queries.server.ts'
import { officeDay } from '#office-time.ts'
import { listLatest, type Entry } from '#features/content/reading/queries.server.ts'
import { findPictures, type Pictures } from '#features/media/queries.server.ts'
import { DataTable } from '#ui/list/data-table.tsx'
import { Days } from '#ui/foundations/day.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { Prose } from '#ui/text/prose.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { PageSections } from '#routes/site/pages/page-sections.tsx'
import { readPageText } from '#routes/site/pages/page-text.server.ts'
import { BodyMembers } from './body-members.tsx'
import { Portrait } from './portrait.tsx'
import { readShownBody } from './shown-body.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import type { Route } from './+types/executive-council.ts'

type Term = Entry<'council-term'>

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/directory/executive-council')
  const { context, url } = args
  const council = await readShownBody(db, councilSlug, url, now)
  const terms = await listLatest(db, 'council-term')
  const today = officeDay(now.getTime())
  const { replaced, left } = divide(terms, council?.firstDay ?? null, today)
  const isPresent = ({ data }: Term) => data.from <= today && (!data.to || data.to >= today)
  return {
    text: await readPageText(context, 'executive-council'),
    council,
    bodies: (await listPublicBodies(db)).filter(({ slug }) => slug !== councilSlug),
    replaced,
    present: left.filter(isPresent),
    others: left.filter((term) => !isPresent(term)),
    photos: await findPictures(
      db,
      left.flatMap(({ data }) => data.seats.map(({ photo }) => photo)),
    ),
  }
}

/**
 * From the first day on which the body of the council has members, they come from there: only lists of an earlier time
 * are left. The others become links to their first day, where their anchors lead.
 */
function divide(terms: Term[], firstDay: string | null, today: string) {
  if (firstDay === null || firstDay > today) return { replaced: [], left: terms }
  const isLeft = ({ data }: Term) => data.to !== undefined && data.to < firstDay
  const replaced = terms
    .filter((term) => !isLeft(term) && !term.sample)
    .map(({ slug, data: { title, from } }) => ({ slug, title, day: from < firstDay ? firstDay : from }))
  return { replaced, left: terms.filter(isLeft) }
}

export default function ExecutiveCouncil({ loaderData }: Route.ComponentProps) {
  const { text, council, bodies, replaced, present, others, photos } = loaderData
  return (
    <SitePage title={text.title} lead={text.lead} hidden={council ? !council.isToday : false}>
      <PageSections sections={text.sections} pictures={text.pictures} />
      {council && <BodyMembers shown={council} path={bodyAddress(councilSlug)} />}
      {present.map((term) => (
        <TermTable key={term.id} term={term} photos={photos} />
      ))}
      {!council && present.length === 0 && (
        <Notice>
          <p>We have not published the members of the current council yet.</p>
        </Notice>
      )}
      {bodies.length > 0 && <OtherBodies bodies={bodies} />}
      {replaced.length + others.length > 0 && <h2 id="other-terms">Other terms</h2>}
      {replaced.length > 0 && <ReplacedLists lists={replaced} />}
      {others.map((term) => (
        <TermTable key={term.id} term={term} photos={photos} level={3} />
      ))}
    </SitePage>
  )
}

function OtherBodies({ bodies }: { bodies: { slug: string; name: string }[] }) {
  return (
    <Prose>
      <h2 id="other-bodies">Committees and sections</h2>
      <ul>
        {bodies.map(({ slug, name }) => (
          <li key={slug}>
            <a href={bodyAddress(slug)}>{name}</a>
          </li>
        ))}
      </ul>
    </Prose>
  )
}

function ReplacedLists({ lists }: { lists: { slug: string; title: string; day: string }[] }) {
  return (
    <Prose>
      <ul>
        {lists.map(({ slug, title, day }) => (
          <li key={slug} id={slug}>
            <a href={`${bodyAddress(councilSlug)}?on=${day}`}>{title}</a>
          </li>
        ))}
      </ul>
    </Prose>
  )
}

type TermProps = { term: Term; photos: Pictures; level?: 2 | 3 }

function TermTable({ term: { slug, sample, data }, photos, level = 2 }: TermProps) {
  const Heading = `h${level}` as const
  return (
    <section id={slug}>
      <Heading>
        {data.title} {sample && <SampleMark />}
      </Heading>
      <p>
        <Days from={data.from} to={data.to} />
        {!data.to && ' onwards'}
      </p>
      <DataTable
        caption={`Members of the council, ${data.title}`}
        captionHidden
        rows={data.seats}
        rowKey={(_seat, index) => String(index)}
        columns={[
          {
            key: 'name',
            label: 'Name',
            heads: true,
            cell: ({ name, photo }) => (
              <>
                {name}
                {photo && <Portrait of={name} picture={photos[photo]} />}
              </>
            ),
          },
          { key: 'office', label: 'Office', cell: (seat) => seat.office },
          {
            key: 'institution',
            label: 'Institution',
            cell: (seat) => [seat.designation, seat.institution].filter(Boolean).join(', '),
          },
          ...(data.seats.some(({ email }) => email) ? [mailColumn] : []),
        ]}
      />
    </section>
  )
}

const mailColumn = {
  key: 'email',
  label: 'Email',
  cell: ({ email }: Term['data']['seats'][number]) => email && <a href={`mailto:${email}`}>{email}</a>,
}
