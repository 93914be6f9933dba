import { findEntry } from '#features/content/reading/queries.server.ts'
import { findPictures, type PictureSources } from '#features/media/queries.server.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { Day } from '#ui/foundations/day.tsx'
import { Lightbox, lightboxLink } from '#ui/text/lightbox.tsx'
import { Picture } from '#ui/text/picture.tsx'
import { photoCount } from './album-card.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import type { Route } from './+types/album.ts'
import styles from './album.module.css'

/** As wide as a lightbox needs on most screens. */
const lightboxWidth = 1600

/** An album of this many pictures starts with a large one. */
const enoughForLarge = 4

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/gallery/album')
  const { context, request, params } = args
  const album = await findEntry(db, 'album', params.album)
  if (!album) throw await notFound(context, request)
  const { photos, event } = album.data
  const files = photos.map(({ file }) => file)
  return {
    album,
    pictures: await findPictures(db, files),
    conference: event ? await findEntry(db, 'conference', event) : undefined,
  }
}

export default function Album({ loaderData: { album, pictures, conference } }: Route.ComponentProps) {
  const { origin } = useSite()
  const { title, heldOn, description, photos } = album.data
  const address = `/gallery/${album.slug}`
  // The style sheet cannot decide this: while the page loads, the list is still short.
  const isLarge = (index: number) => index === 0 && photos.length >= enoughForLarge
  const about = {
    '@type': 'ImageGallery',
    name: title,
    url: origin + address,
    dateCreated: heldOn,
    ...(description && { description }),
    associatedMedia: photos.flatMap((photo, index) => {
      const picture = pictures[photo.file]
      return picture ? [imageObject(origin, `${address}/${index + 1}`, photo, picture)] : []
    }),
  }
  return (
    <SitePage
      wide
      title={title}
      lead={description}
      kicker={
        <>
          <Day date={heldOn} />, {photoCount(photos.length)}
        </>
      }
      sample={album.sample}
      about={about}
    >
      {conference && (
        <p>
          Taken at <a href={`/conferences/${conference.slug}`}>{conference.data.title}</a>
        </p>
      )}
      {photos.length === 0 && <p>This album has no pictures yet.</p>}
      <ul className={styles.photos}>
        {photos.map((photo, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same picture may stand there twice
          <li key={index} className={isLarge(index) ? styles.large : undefined}>
            <Photo
              photo={photo}
              picture={pictures[photo.file]}
              href={`${address}/${index + 1}`}
              first={index === 0}
              large={isLarge(index)}
            />
          </li>
        ))}
      </ul>
      <p className={styles.back}>
        <a href="/gallery">All albums</a>
      </p>
      <div>
        <Lightbox />
      </div>
    </SitePage>
  )
}

type Photo = Data<'album'>['photos'][number]

interface PhotoProps {
  photo: Photo
  picture: PictureSources | undefined
  href: string
  first: boolean
  large: boolean
}

function Photo({ photo, picture, href, first, large }: PhotoProps) {
  const inLightbox = picture && largest(picture)
  if (!inLightbox) return <a href={href}>{photo.alt}</a>
  const caption = [photo.caption, photo.credit].filter(Boolean).join(' ')
  return (
    <a href={href} {...lightboxLink({ ...inLightbox, caption, alt: photo.alt })}>
      <Picture
        sources={picture}
        width={picture.width}
        height={picture.height}
        alt={photo.alt}
        sizes={`(min-width: 1024px) ${large ? '62vw' : '31vw'}, (min-width: 480px) 46vw, 92vw`}
        priority={first}
      />
    </a>
  )
}

/** WebP if it exists: every browser that runs the lightbox's script can show it. */
function largest({ webp, jpeg }: PictureSources) {
  const offered = webp.length > 0 ? webp : jpeg
  return offered.findLast(({ width }) => width <= lightboxWidth) ?? offered[0]
}

function imageObject(origin: string, page: string, photo: Photo, picture: PictureSources) {
  return {
    '@type': 'ImageObject',
    url: origin + page,
    contentUrl: origin + (picture.jpeg.at(-1)?.src ?? ''),
    width: picture.width,
    height: picture.height,
    ...(photo.caption && { caption: photo.caption }),
    ...(photo.credit && { creditText: photo.credit }),
  }
}
