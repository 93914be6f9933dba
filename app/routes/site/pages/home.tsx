import { findNextConference } from '#features/content/reading/home-queries.server.ts'
import { findEntry, listLatest } from '#features/content/reading/queries.server.ts'
import { shorten } from '#features/content/text/shorten.ts'
import { findDownloads, findPictures } from '#features/media/queries.server.ts'
import { listPublicCalls } from '#features/calls/queries.server.ts'
import type { PublicSettings } from '#features/settings/settings.ts'
import { Button } from '#ui/form/button.tsx'
import { Day } from '#ui/foundations/day.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { AlbumCards } from '#routes/site/gallery/album-card.tsx'
import { BalmerPlate } from './balmer-plate.tsx'
import { ConferenceBlock, JournalBlock, NewsBlock, NewsletterBlock } from './home-blocks.tsx'
import { CallsBlock } from './home-calls.tsx'
import { academy, type JsonLd } from '#routes/site/frame/json-ld.ts'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { PageHead } from '#routes/site/frame/page-head.tsx'
import { useSite } from '#routes/site/frame/use-site.ts'
import { unbrokenNumbers } from '#ui/text/unbroken-numbers.ts'
import { PageSections } from './page-sections.tsx'
import { findSectionPictures } from './text-pictures.server.ts'
import type { Route } from './+types/home.ts'
import styles from './home.module.css'

const newsShown = 3
const albumsShown = 3

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/pages/home')
  const { context, request } = args
  const page = await findEntry(db, 'page', 'home')
  if (!page) throw await notFound(context, request)
  const [newsletter] = await listLatest(db, 'newsletter', 1)
  const news = await listLatest(db, 'news', newsShown)
  const albums = await listLatest(db, 'album', albumsShown)
  const downloads = await findDownloads(db, [newsletter?.data.pdf])
  return {
    page: page.data,
    textPictures: await findSectionPictures(context, page.data.sections),
    next: await findNextConference(db, now),
    calls: await listPublicCalls(db, now),
    news,
    newsletter,
    pdf: newsletter?.data.pdf && downloads[newsletter.data.pdf],
    albums,
    pictures: await findPictures(
      db,
      albums.map(({ data }) => data.photos[0]?.file),
    ),
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { page, textPictures, next, calls, news, newsletter, pdf, albums, pictures } = loaderData
  const { origin, settings } = useSite()
  const description = shorten(page.lead ?? settings.societyName, 160)
  return (
    <>
      <PageHead
        title={page.title}
        description={description}
        about={about(origin, settings)}
        feed={{ title: 'News', href: '/news/feed.atom' }}
      />
      <main id="main" tabIndex={-1} data-element="hydrogen">
        <header className={`wrap ${styles.opening}`}>
          <p>
            Founded <Day date={settings.foundedOn} />
            {settings.city && `, ${settings.city}`}
          </p>
          <h1>{page.title}</h1>
        </header>
        <Signature />
        <div className={`wrap ${styles.welcome}`}>
          {page.lead && <p className={styles.lead}>{unbrokenNumbers(page.lead)}</p>}
          <SearchForm />
        </div>
        <div className={`wrap ${styles.pair}`}>
          {next && <ConferenceBlock {...next} />}
          <CallsBlock {...calls} />
        </div>
        {news.length > 0 && (
          <div className={`wrap ${styles.news}`}>
            <NewsBlock news={news} />
          </div>
        )}
        <div className={`wrap ${styles.text}`}>
          <PageSections sections={page.sections} pictures={textPictures} />
        </div>
        <div className={`wrap ${styles.pair}`}>
          {newsletter && <NewsletterBlock newsletter={newsletter} pdf={pdf || undefined} />}
          {settings.journalUrl && <JournalBlock title={settings.journalTitle} href={settings.journalUrl} />}
        </div>
        {albums.length > 0 && (
          <section className={`wrap ${styles.albums}`} data-element="krypton" aria-labelledby="albums">
            <div>
              <h2 id="albums">From the gallery</h2>
              <a href="/gallery">All albums</a>
            </div>
            <AlbumCards albums={albums} pictures={pictures} headingLevel="h3" />
          </section>
        )}
      </main>
    </>
  )
}

function Signature() {
  return (
    <figure className={styles.figure}>
      <BalmerPlate />
      <figcaption className={`wrap ${styles.caption}`}>
        <p>
          Hydrogen signs its name in light. All lines of this series follow one rule. Each section of this
          website shows the spectrum of another element.
        </p>
        <BalmerRule />
      </figcaption>
    </figure>
  )
}

function BalmerRule() {
  return (
    <p className={styles.rule}>
      1/<i>λ</i> = <i>R</i> (1/2<sup>2</sup> − 1/<i>n</i>
      <sup>2</sup>)
    </p>
  )
}

function SearchForm() {
  return (
    <form action="/search" role="search" className={styles.search}>
      <label htmlFor="home-search">
        Search the whole site: pages, people, conferences, lectures, newsletters
      </label>
      <div>
        <input id="home-search" name="q" type="search" maxLength={200} />
        <Button>Search</Button>
      </div>
    </form>
  )
}

function about(origin: string, settings: PublicSettings): JsonLd[] {
  return [academy(origin, settings), { '@type': 'WebSite', name: settings.societyName, url: `${origin}/` }]
}
