import { findPictures } from '#features/media/queries.server.ts'
import { fellowAddress } from '#features/people/addresses.ts'
import { findPicture } from '#features/people/pictures.server.ts'
import { findPerson } from '#features/people/queries.server.ts'
import { orcidAddress } from '#features/people/orcid.ts'
import { grades, type Grade } from '#features/people/register.ts'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { Picture } from '#ui/text/picture.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { academyRef, type JsonLd } from '#routes/site/frame/json-ld.ts'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import type { Route } from './+types/fellow.ts'
import styles from './fellow.module.css'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/directory/fellow')
  const { context, request, params } = args
  const person = await findPerson(db, params.slug)
  if (!person?.grade) throw await notFound(context, request)
  const file = await findPicture(db, person.id)
  const picture = file && (await findPictures(db, [file.id]))[file.id]
  return { person, grade: grades[person.grade as Grade], picture }
}

type Person = Route.ComponentProps['loaderData']['person']

export default function Fellow({ loaderData: { person, grade, picture } }: Route.ComponentProps) {
  const { origin, settings } = useSite()
  const facts = factsOf(person)
  return (
    <SitePage
      title={person.name}
      kicker={person.diedYear ? `${grade}, died ${person.diedYear}` : grade}
      description={`${person.name}, ${grade} of the ${settings.societyName}. ${person.citation ?? person.discipline}`}
      sample={person.sampleAt !== null}
      trail={[{ label: 'Fellows', href: '/fellowship/fellows' }]}
      about={about(person, origin, {
        memberOf: academyRef(origin, settings),
        picture: picture?.jpeg.at(-1)?.src,
      })}
    >
      {picture && (
        <p className={styles.photograph}>
          <Picture
            sources={picture}
            width={picture.width}
            height={picture.height}
            alt={`Photograph of ${person.name}`}
            sizes="12rem"
          />
        </p>
      )}
      {person.citation && (
        <figure className={styles.citation}>
          <figcaption>Citation</figcaption>
          <blockquote>{person.citation}</blockquote>
        </figure>
      )}
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.back}>
        <a href="/fellowship/fellows">All fellows</a>
        {!person.diedYear && (
          <a href={`/fellowship/fellows?discipline=${encodeURIComponent(person.discipline)}`}>
            Fellows in {person.discipline}
          </a>
        )}
      </p>
    </SitePage>
  )
}

function factsOf(person: Person) {
  const facts = [
    { label: 'Elected', value: person.electedYear },
    { label: 'Member since', value: person.since },
    { label: 'Discipline', value: person.discipline },
    { label: 'Specialisation', value: person.specialisation },
    { label: 'Institution', value: person.institution },
    { label: 'Place', value: [person.city, person.state, person.country].filter(Boolean).join(', ') },
    { label: 'Fellow number', value: person.fellowNo },
    {
      label: 'Web page',
      value: person.webPage && (
        <ExternalLink href={person.webPage}>{new URL(person.webPage).hostname}</ExternalLink>
      ),
    },
    {
      label: 'ORCID iD',
      value: person.orcid && <ExternalLink href={orcidAddress(person.orcid)}>{person.orcid}</ExternalLink>,
    },
    { label: 'Died', value: person.diedYear },
  ]
  return facts.filter(({ value }) => value !== null && value !== '')
}

interface Beside {
  memberOf: JsonLd
  picture: string | undefined
}

function about(person: Person, origin: string, { memberOf, picture }: Beside): JsonLd {
  const same = [person.webPage, person.orcid && orcidAddress(person.orcid)].filter(Boolean)
  return {
    '@type': 'Person',
    name: `${person.givenName} ${person.familyName}`.trim(),
    url: origin + fellowAddress(person),
    ...(picture && { image: origin + picture }),
    ...(person.title && { honorificPrefix: person.title }),
    ...(person.institution && { affiliation: { '@type': 'Organization', name: person.institution } }),
    ...(person.citation && { description: person.citation }),
    ...(same.length > 0 && { sameAs: same }),
    ...(person.diedYear && { deathDate: String(person.diedYear) }),
    knowsAbout: [person.discipline, person.specialisation].filter(Boolean),
    memberOf,
  }
}
