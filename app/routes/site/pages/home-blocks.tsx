import type { ReactNode } from 'react'
import { venueOf } from '#features/content/kinds/conference.ts'
import { dateInWords } from '#features/content/kinds/event-lines.ts'
import type { Entry } from '#features/content/reading/queries.server.ts'
import type { Download } from '#features/media/queries.server.ts'
import { Day, Days } from '#ui/foundations/day.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import type { Element } from '#ui/foundations/spectrum.ts'
import { hasPdf, IssuePdfLink } from '#routes/site/newsletter/issue-pdf-link.tsx'
import styles from './home-blocks.module.css'

/** Current topics, in the colour of their section. */
export function Block({
  id,
  label,
  element,
  sample = false,
  children,
}: {
  id: string
  label: string
  element: Element
  sample?: boolean
  children: ReactNode
}) {
  return (
    <section className={styles.block} data-element={element} aria-labelledby={id}>
      <div className={styles.label}>
        <h2 id={id}>{label}</h2>
        {sample && <SampleMark />}
      </div>
      {children}
    </section>
  )
}

export function ConferenceBlock({
  conference,
  isAhead,
}: {
  conference: Entry<'conference'>
  isAhead: boolean
}) {
  const { slug, sample, data } = conference
  const location = venueOf(data)
  return (
    <Block
      id="conference"
      label={isAhead ? 'Next conference' : 'Latest conference'}
      element="mercury"
      sample={sample}
    >
      <h3 className={styles.title}>
        <a href={`/conferences/${slug}`}>{data.title}</a>
      </h3>
      {data.theme && <p className={styles.theme}>{data.theme}</p>}
      <dl className={styles.facts}>
        <dt>When</dt>
        <dd>{data.startsOn ? <Days from={data.startsOn} to={data.endsOn} /> : dateInWords(data)}</dd>
        {location && <dt>Where</dt>}
        {location && <dd>{location}</dd>}
        {isAhead &&
          data.importantDates?.map(({ label, on }) => (
            <ImportantDate key={`${label} ${on}`} label={label} on={on} />
          ))}
      </dl>
      <p className={styles.more}>
        <a href="/conferences">All conferences</a>
        <a href="/calendar">Calendar</a>
      </p>
    </Block>
  )
}

function ImportantDate({ label, on }: { label: string; on: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Day date={on} />
      </dd>
    </>
  )
}

export function NewsBlock({ news }: { news: Entry<'news'>[] }) {
  return (
    <Block id="news" label="News" element="argon">
      <ul className={styles.news}>
        {news.map(({ id, slug, sample, data }) => (
          <li key={id}>
            <p className={styles.when}>
              <Day date={data.publishedOn} />
            </p>
            <h3>
              <a href={`/news/${slug}`}>{data.title}</a> {sample && <SampleMark />}
            </h3>
            <p>{data.summary}</p>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        <a href="/news">All news</a>
      </p>
    </Block>
  )
}

export function NewsletterBlock({
  newsletter,
  pdf,
}: {
  newsletter: Entry<'newsletter'>
  pdf: Download | undefined
}) {
  const { slug, sample, data } = newsletter
  return (
    <Block id="newsletter" label="Latest newsletter" element="argon" sample={sample}>
      <h3 className={styles.title}>
        <a href={`/newsletter/${slug}`}>{data.title}</a>
      </h3>
      <p className={styles.when}>
        {data.period}, released <Day date={data.releasedOn} />
      </p>
      {data.summary && <p>{data.summary}</p>}
      <p className={styles.more}>
        {hasPdf(newsletter, pdf) && (
          <IssuePdfLink issue={newsletter} pdf={pdf}>
            Read the issue
          </IssuePdfLink>
        )}
        <a href="/newsletter">All issues</a>
        <a href="/newsletter#by-e-mail">Get it by email</a>
      </p>
    </Block>
  )
}

export function JournalBlock({ title, href }: { title: string; href: string }) {
  return (
    <Block id="journal" label="Journal" element="hydrogen">
      <h3 className={styles.title}>
        <ExternalLink href={href}>{title}</ExternalLink>
      </h3>
      <p>The Academy’s journal has its own website with all issues and a guide for authors.</p>
    </Block>
  )
}
