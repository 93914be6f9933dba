import { listLatest } from '#features/content/reading/queries.server.ts'
import { findPictures } from '#features/media/queries.server.ts'
import { AlbumCards } from './album-card.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { itemList } from '#routes/site/frame/json-ld.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { PageSections } from '#routes/site/pages/page-sections.tsx'
import { readPageText } from '#routes/site/pages/page-text.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import type { Route } from './+types/gallery.ts'
import styles from './gallery.module.css'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/gallery/gallery')
  const { context } = args
  const albums = await listLatest(db, 'album')
  const covers = albums.map(({ data }) => data.photos[0]?.file)
  return { text: await readPageText(context, 'gallery'), albums, pictures: await findPictures(db, covers) }
}

export default function Gallery({ loaderData: { text, albums, pictures } }: Route.ComponentProps) {
  const { origin } = useSite()
  const list = itemList(
    origin,
    albums.map(({ slug, sample, data }) => ({ name: data.title, sample, href: `/gallery/${slug}` })),
  )
  return (
    <SitePage wide title={text.title} lead={text.lead} about={list}>
      {albums.length > 0 ? (
        <AlbumCards albums={albums} pictures={pictures} priority />
      ) : (
        <p>There are no albums yet.</p>
      )}
      {text.sections.length > 0 && (
        <div className={styles.text}>
          <PageSections sections={text.sections} pictures={text.pictures} />
        </div>
      )}
    </SitePage>
  )
}
