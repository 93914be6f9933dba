import { data } from 'react-router'
import { maxQuestionLength, readSearchQuery } from '#features/search/form.ts'
import { singleWords } from '#features/search/highlight.ts'
import { nearestPaths } from '#features/search/nearest.ts'
import { listSignposts, searchSite, type FoundHit, type FoundPart } from '#features/search/queries.server.ts'
import { readMenuRows } from '#features/menu/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { Button } from '#ui/form/button.tsx'
import type { MenuItem } from '#ui/frame/menu.ts'
import { formatDays } from '#ui/foundations/dates.ts'
import { Pagination } from '#ui/list/pagination.tsx'
import { preloadMathFont } from '#ui/text/math-font.ts'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { visitsContext } from '#server/http/context.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { siteMenu } from '#routes/site/frame/menu.ts'
import { answersTo, type AnswerSource, type TopAnswer } from './search-answers.server.ts'
import { SitePage } from './site-page.tsx'
import type { Route } from './+types/search.ts'
import searchScript from './search-script.ts?inline-script'
import styles from './search.module.css'

export const handle = { script: searchScript }

const maxSuggestions = 4
/** A page among this many first results is seen there and needs no signpost. */
const fewHits = 3

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/pages/search')
  const { url } = args
  const read = readSearchQuery(url.searchParams)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const { q, page } = read.query
  const found = await searchSite(db, q, page)
  if (page > found.pages)
    throw data({ sentence: `There is no page ${page} of these results.` }, { status: 404 })
  if (found.total === 0 && q !== '') noteEmptySearch(args, q)
  const links = linksOf(siteMenu({ settings: await readSettings(db), menu: await readMenuRows(db) }))
  return {
    q,
    ...found,
    answers: q !== '' && page === 1 ? await listAnswers({ db, now }, q, found, links) : [],
    words: found.total === 0 ? singleWords(q) : [],
    popular: q === '' ? links.filter(({ href }) => oftenSought.has(href)) : [],
  }
}

/** Answers that the site knows to the question, and the pages that its words point to. */
async function listAnswers(source: AnswerSource, q: string, found: SearchResults, links: Link[]) {
  const typed = await answersTo(source, q)
  const answers = typed.length === 0 && found.correctedTo ? await answersTo(source, found.correctedTo) : typed
  const first = [...answers, ...found.hits.slice(0, fewHits)].map(({ href }) => href)
  const signposts = await listSignposts(source.db, q, { ...found, first }, likeNamed(q, links))
  return [...answers, ...signposts.map(({ title, href, summary }) => ({ title, href, lines: [summary] }))]
}

type SearchResults = Awaited<ReturnType<typeof searchSite>>

/** Counted without the visitor, so that editors learn what people look for in vain. Addresses and numbers are left out. */
function noteEmptySearch({ context, url }: Route.LoaderArgs, q: string) {
  const words = q.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (words.length > 60 || words.includes('@') || /\d{5}/.test(words)) return
  context.get(visitsContext).noteEmptySearch(url.pathname + url.search, words)
}

type SearchPage = Route.ComponentProps['loaderData']

export default function Search({ loaderData: found }: Route.ComponentProps) {
  const { q, page, pages, hits, answers } = found
  return (
    <SitePage
      wide
      title="Search"
      description="Search all pages, people and events of the Academy."
      hidden={q !== ''}
    >
      <div className={styles.search}>
        <SearchForm q={q} />
        <p role="status" className={styles.count} data-search="count">
          {countSentence(found)}
        </p>
        <div data-search="results">
          {answers.map((answer) => (
            <AnswerBox key={answer.title} answer={answer} />
          ))}
          <ol className={styles.hits}>
            {hits.map((hit) => (
              <Hit key={hit.href + hit.section + textOf(hit.title)} hit={hit} />
            ))}
          </ol>
          <Pagination
            page={page}
            pages={pages}
            hrefFor={(number) => addressOf(q, number)}
            label="Results, pages"
          />
          {found.total === 0 && <Help q={q} words={found.words} popular={found.popular} />}
        </div>
      </div>
    </SitePage>
  )
}

/** A plain form. With scripts the results also follow what is typed: `search-script.ts`. */
function SearchForm({ q }: { q: string }) {
  return (
    <form action="/search" role="search" data-search="form">
      <label htmlFor="search-question">Pages, people, conferences, lectures, newsletters</label>
      <div>
        <input
          id="search-question"
          name="q"
          type="search"
          maxLength={maxQuestionLength}
          defaultValue={q}
          autoComplete="off"
        />
        <Button>Search</Button>
      </div>
    </form>
  )
}

function AnswerBox({ answer: { title, href, lines } }: { answer: TopAnswer }) {
  return (
    <section className={styles.answer} aria-label={title}>
      <h2>
        <a href={href}>{title}</a>
      </h2>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}

function Hit({ hit }: { hit: FoundHit }) {
  const { section, details, startsOn, endsOn, sampleAt } = hit
  return (
    <li>
      <p className={styles.section}>
        {[section, startsOn && formatDays(startsOn, endsOn ?? undefined), details]
          .filter(Boolean)
          .join(' · ')}{' '}
        {sampleAt !== null && <SampleMark />}
      </p>
      <h2>
        <a href={hit.href}>
          <Marked parts={hit.title} />
        </a>
      </h2>
      <p className={styles.summary}>
        <Marked parts={hit.excerpt} />
      </p>
    </li>
  )
}

function Marked({ parts }: { parts: FoundPart[] }) {
  if (parts.some(({ math }) => math)) preloadMathFont()
  return parts.map(({ text, marked, math }, index) => {
    if (math) return <span key={index} dangerouslySetInnerHTML={{ __html: math }} />
    return marked ? <mark key={index}>{text}</mark> : text
  })
}

/** For an empty field, and for a search without results. */
function Help({ q, words, popular }: { q: string; words: string[]; popular: Link[] }) {
  return (
    <div className={styles.help}>
      {q && (
        <p>
          Check the spelling, use fewer words, or type only the first letters of a word. Accents do not
          matter.
        </p>
      )}
      {words.length > 0 && (
        <>
          <h2>Search for one word only</h2>
          <ul>
            {words.map((word) => (
              <li key={word}>
                <a href={addressOf(word)}>{word}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {popular.length > 0 && (
        <>
          <h2>Popular pages</h2>
          <ul>
            {popular.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function countSentence({ q, total, whole, isMore, correctedTo, page, pages, answers }: SearchPage) {
  if (!q) return 'Type a name, a title or any word.'
  if (total === 0) {
    const instead = answers.length === 1 ? ' This page may help:' : ' These pages may help:'
    return `No results for “${q}”.${answers.length > 0 ? instead : ''}`
  }
  const results = isMore ? `More than ${total} results` : total === 1 ? '1 result' : `${total} results`
  const sought = correctedTo ?? q
  const typed = correctedTo ? `No results for “${q}”. ` : ''
  if (whole === 0)
    return `${typed}No page contains all the words “${sought}”. ${results} ${total === 1 && !isMore ? 'contains' : 'contain'} some of them:`
  const end = pages > 1 ? `, page ${page} of ${pages}.` : correctedTo ? ':' : '.'
  const some = whole < total ? `, ${total - whole} of them with only some of the words` : ''
  return `${typed}${results} for “${sought}”${some}${end}`
}

function addressOf(q: string, page = 1) {
  const query = new URLSearchParams({ q })
  if (page > 1) query.set('page', String(page))
  return `/search?${query.toString()}`
}

function textOf(parts: FoundPart[]) {
  return parts.map((part) => part.text).join('')
}

interface Link {
  label: string
  href: string
}

const oftenSought = new Set([
  '/iaps/constitution',
  '/fellowship/fellows',
  '/fellowship/fellow-nomination-form',
  '/conferences/international',
  '/membership/form',
  '/newsletter',
])

/** The addresses of pages with a name like the question. */
function likeNamed(q: string, links: Link[]): string[] {
  const nearest = nearestPaths(
    q,
    links.map(({ label }) => label),
    maxSuggestions,
  )
  return nearest.flatMap((label) => links.find((link) => link.label === label)?.href ?? [])
}

function linksOf(items: MenuItem[]): Link[] {
  return items.flatMap(({ label, href, external, children }) => [
    ...(href && !external ? [{ label, href }] : []),
    ...linksOf(children ?? []),
  ])
}
