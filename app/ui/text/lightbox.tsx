import { CloseIcon, NextIcon, PreviousIcon } from '#ui/foundations/icons.tsx'
import styles from './lightbox.module.css'

/**
 * Put on a photo's link, beside its ordinary `href` to the photo's own page. All such links of a page form one
 * sequence. Without scripts, and when opened in a new tab, the link is just a link.
 */
export function lightboxLink(photo: {
  src: string
  width: number
  height: number
  caption: string
  alt: string
}) {
  return {
    'data-lightbox': photo.src,
    'data-width': photo.width,
    'data-height': photo.height,
    'data-caption': photo.caption,
    'data-alt': photo.alt,
  }
}

/** Once on a page with such links; the page script opens and fills it. */
export function Lightbox() {
  return (
    <dialog className={styles.box} data-lightbox-box="" aria-label="Picture" closedby="any">
      <figure>
        <img alt="" data-photo="" />
        <figcaption aria-live="polite">
          <span data-caption="" />
          <span className={styles.count} data-count="" />
        </figcaption>
      </figure>
      <div className={styles.tools}>
        <button type="button" aria-label="Previous picture" data-step="-1">
          <PreviousIcon />
        </button>
        <button type="button" aria-label="Next picture" data-step="1">
          <NextIcon />
        </button>
        <button type="button" aria-label="Close" data-close="">
          <CloseIcon />
        </button>
      </div>
    </dialog>
  )
}
