import './picture.css'

export type Variant = { src: string; width: number }

type Props = {
  /** Smallest first. JPEG is what every browser can show; the others are offered before it. */
  sources: { avif?: Variant[]; webp?: Variant[]; jpeg: Variant[]; focus?: { x: number; y: number } }
  width: number
  height: number
  alt: string
  /** The width of the picture on the page, as in the `sizes` attribute. */
  sizes?: string
  /** For the one large picture in the first screen: loaded immediately. All others load lazily. */
  priority?: boolean
  className?: string | undefined
}

export function Picture({
  sources,
  width,
  height,
  alt,
  sizes = '100vw',
  priority = false,
  className,
}: Props) {
  const fallback = sources.jpeg.at(-1)
  const loading = priority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const }
  return (
    <picture>
      {sources.avif && sources.avif.length > 0 && (
        <source type="image/avif" srcSet={srcSet(sources.avif)} sizes={sizes} />
      )}
      {sources.webp && sources.webp.length > 0 && (
        <source type="image/webp" srcSet={srcSet(sources.webp)} sizes={sizes} />
      )}
      <img
        src={fallback?.src}
        srcSet={srcSet(sources.jpeg)}
        alt={alt}
        {...{ sizes, width, height, className }}
        {...focusMarks(sources.focus)}
        decoding="async"
        {...loading}
      />
    </picture>
  )
}

function srcSet(variants: Variant[]) {
  return variants.map(({ src, width }) => `${src} ${width}w`).join(', ')
}

/** In tenths, which the style sheet knows: inline styles are not allowed. */
function focusMarks(focus: { x: number; y: number } | undefined) {
  return focus && { 'data-focus-x': Math.round(focus.x / 10), 'data-focus-y': Math.round(focus.y / 10) }
}
