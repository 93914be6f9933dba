import { kindLabel } from '#features/media/file-kinds.ts'
import styles from './media-thumb.module.css'

type Props = {
  file: { mediaType: string; thumb: { src: string; width: number; height: number } | undefined }
}

/** A file in a square. The name is beside it, so screen readers skip the picture. */
export function MediaThumb({ file: { mediaType, thumb } }: Props) {
  return (
    <span className={styles.thumb}>
      {thumb ? (
        <img
          src={thumb.src}
          width={thumb.width}
          height={thumb.height}
          alt=""
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span aria-hidden="true">{kindLabel(mediaType)}</span>
      )}
    </span>
  )
}
