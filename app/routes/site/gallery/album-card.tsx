import type { Entry } from '#features/content/reading/queries.server.ts'
import type { Pictures } from '#features/media/queries.server.ts'
import { Day } from '#ui/foundations/day.tsx'
import { Picture } from '#ui/text/picture.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import styles from './album-card.module.css'

type Props = { albums: Entry<'album'>[]; pictures: Pictures; headingLevel?: 'h2' | 'h3'; priority?: boolean }

/** Albums by their first pictures. */
export function AlbumCards({ albums, pictures, headingLevel: Heading = 'h2', priority = false }: Props) {
  return (
    <ul className={styles.albums}>
      {albums.map(({ id, slug, sample, data }, index) => (
        <li key={id}>
          <Cover album={data} pictures={pictures} priority={priority && index === 0} />
          <Heading>
            <a href={`/gallery/${slug}`}>{data.title}</a>
          </Heading>
          <p>
            <Day date={data.heldOn} />
            <span>{photoCount(data.photos.length)}</span>
            {sample && <SampleMark />}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The title's link also covers the picture, so the picture needs no description. */
function Cover({
  album,
  pictures,
  priority,
}: {
  album: Entry<'album'>['data']
  pictures: Pictures
  priority: boolean
}) {
  const cover = album.photos[0] && pictures[album.photos[0].file]
  return (
    <div className={styles.cover}>
      {cover && (
        <Picture
          sources={cover}
          width={cover.width}
          height={cover.height}
          alt=""
          sizes="(min-width: 1200px) 352px, (min-width: 768px) 33vw, 92vw"
          priority={priority}
        />
      )}
    </div>
  )
}

export function photoCount(count: number) {
  return count === 1 ? '1 picture' : `${count} pictures`
}
