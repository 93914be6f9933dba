import { findEntry } from '#features/content/reading/queries.server.ts'
import { findPictures } from '#features/media/queries.server.ts'
import { Day } from '#ui/foundations/day.tsx'
import { NextIcon, PreviousIcon } from '#ui/foundations/icons.tsx'
import { Picture } from '#ui/text/picture.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import type { Route } from './+types/photo.ts'
import styles from './photo.module.css'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/gallery/photo')
  const { context, request, params } = args
  const album = await findEntry(db, 'album', params.album)
  const number = /^[1-9]\d?$/.test(params.photo) ? Number(params.photo) : 0
  const photo = album?.data.photos[number - 1]
  if (!album || !photo) throw await notFound(context, request)
  const pictures = await findPictures(db, [photo.file])
  return {
    photo,
    picture: pictures[photo.file],
    number,
    album: {
      slug: album.slug,
      title: album.data.title,
      count: album.data.photos.length,
      sample: album.sample,
    },
  }
}

export default function PhotoPage({ loaderData: { photo, picture, number, album } }: Route.ComponentProps) {
  const { origin } = useSite()
  const address = `/gallery/${album.slug}`
  const position = `${number} of ${album.count}`
  const about = picture && {
    '@type': 'ImageObject',
    name: `${album.title}, picture ${number}`,
    contentUrl: origin + (picture.jpeg.at(-1)?.src ?? ''),
    width: picture.width,
    height: picture.height,
    ...(photo.caption && { caption: photo.caption }),
    ...(photo.credit && { creditText: photo.credit }),
  }
  return (
    <SitePage
      wide
      title={`${album.title}, ${position}`}
      description={photo.caption ?? photo.alt}
      sample={album.sample}
      trail={[{ label: album.title, href: address }]}
      {...(about && { about })}
    >
      <figure className={styles.figure}>
        {picture ? (
          <Picture
            sources={picture}
            width={picture.width}
            height={picture.height}
            alt={photo.alt}
            sizes="(min-width: 1200px) 1120px, 92vw"
            priority
          />
        ) : (
          <p>{photo.alt}</p>
        )}
        <figcaption>
          {photo.caption && <p>{photo.caption}</p>}
          {(photo.credit || photo.takenOn) && (
            <p className={styles.credit}>
              {photo.credit}
              {photo.credit && photo.takenOn && ', '}
              {photo.takenOn && <Day date={photo.takenOn} />}
            </p>
          )}
        </figcaption>
      </figure>
      <nav className={styles.steps} aria-label="Pictures of this album">
        {number > 1 && (
          <a href={`${address}/${number - 1}`} rel="prev">
            <PreviousIcon /> Previous
          </a>
        )}
        <span>{position}</span>
        {number < album.count && (
          <a href={`${address}/${number + 1}`} rel="next">
            Next <NextIcon />
          </a>
        )}
        <a href={address} className={styles.back}>
          Back to the album
        </a>
      </nav>
    </SitePage>
  )
}
