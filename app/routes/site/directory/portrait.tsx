import type { PictureSources } from '#features/media/queries.server.ts'
import { Picture } from '#ui/text/picture.tsx'
import styles from './portrait.module.css'

/** The small photograph of someone named beside it. */
export function Portrait({ of, picture }: { of: string; picture: PictureSources | undefined }) {
  if (!picture) return null
  return (
    <span className={styles.portrait}>
      <Picture
        sources={picture}
        width={picture.width}
        height={picture.height}
        alt={`Photograph of ${of}`}
        sizes="5rem"
      />
    </span>
  )
}
