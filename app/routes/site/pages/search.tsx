import { data } from 'react-router'
import { longestQuestion, readSearchQuery } from '#features/search/form.ts'
import { highlight, singleWords, type HighlightedPart } from '#features/search/highlight.ts'
import { nearestPaths } from '#features/search/nearest.ts'
import { searchSite } from '#features/search/queries.server.ts'
import { readMenuRows } from '#features/menu/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { Button } from '#ui/form/button.tsx'
import type { MenuItem } from '#ui/frame/menu.ts'
import { Pagination } from '#ui/list/pagination.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { siteMenu } from '#routes/site/frame/menu.ts'
import { SitePage } from './site-page.tsx'
import type { Route } from './+types/search.ts'
import searchScript from './search-script.ts?inline-script'
import styles from './search.module.css'

export const handle = { script: searchScript }

const mostSuggestions = 4

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/pages/search')
  const { url } = args
  const read = readSearchQuery(url.searchParams)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const { q, page } = read.query
  const { hits, ...found } = await searchSite(db, q, page)
  if (page > found.pages) throw data({ sentence: `These results have no page ${page}.` }, { status: 404 })
  const links = linksOf(siteMenu({ settings: await readSettings(db), menu: await readMenuRows(db) }))
  return {
    q,
    ...found,
    hits: hits.map((hit) => ({
      ...hit,
      title: highlight(hit.title, q),
      summary: highlight(hit.summary, q),
    })),
    suggestions: found.total === 0 ? suggest(q, links) : { words: [], pages: [] },
  }
}

type Found = Route.ComponentProps['loaderData']

export default function Search({ loaderData: found }: Route.ComponentProps) {
  const { q, page, pages, hits } = found
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
          {found.total === 0 && <Help q={q} {...found.suggestions} />}
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
          maxLength={longestQuestion}
          defaultValue={q}
          autoComplete="off"
        />
        <Button>Search</Button>
      </div>
    </form>
  )
}

function Hit({ hit }: { hit: Found['hits'][number] }) {
  return (
    <li>
      <p className={styles.section}>
        {hit.section} {hit.sampleAt !== null && <SampleMark />}
      </p>
      <h2>
        <a href={hit.href}>
          <Marked parts={hit.title} />
        </a>
      </h2>
      <p className={styles.summary}>
        <Marked parts={hit.summary} />
      </p>
    </li>
  )
}

function Marked({ parts }: { parts: HighlightedPart[] }) {
  return parts.map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text))
}

/** For an empty field, and for a search without results. */
function Help({ q, words, pages }: { q: string; words: string[]; pages: Link[] }) {
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
      {pages.length > 0 && (
        <>
          <h2>{q ? 'Did you mean one of these pages?' : 'Popular pages'}</h2>
          <ul>
            {pages.map(({ label, href }) => (
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

function countSentence({ q, total, isMore, isPartial, page, pages }: Found) {
  if (!q) return 'Type a name, a title or any word.'
  if (total === 0) return `No results for “${q}”.`
  const results = isMore ? `More than ${total} results` : total === 1 ? '1 result' : `${total} results`
  if (isPartial) return `Nothing has all the words of “${q}”. ${results} for some of them:`
  return `${results} for “${q}”${pages > 1 ? `, page ${page} of ${pages}` : ''}.`
}

function addressOf(q: string, page = 1) {
  const query = new URLSearchParams({ q })
  if (page > 1) query.set('page', String(page))
  return `/search?${query.toString()}`
}

function textOf(parts: HighlightedPart[]) {
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

function suggest(q: string, links: Link[]) {
  if (q === '') return { words: [], pages: links.filter(({ href }) => oftenSought.has(href)) }
  const nearest = nearestPaths(
    q,
    links.map(({ label }) => label),
    mostSuggestions,
  )
  return {
    words: singleWords(q),
    pages: nearest.flatMap((label) => links.find((link) => link.label === label) ?? []),
  }
}

function linksOf(items: MenuItem[]): Link[] {
  return items.flatMap(({ label, href, external, children }) => [
    ...(href && !external ? [{ label, href }] : []),
    ...linksOf(children ?? []),
  ])
}
