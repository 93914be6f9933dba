import { PreviousIcon } from '#ui/foundations/icons.tsx'
import styles from './staff-title.module.css'

interface Props {
  title: string
  hasErrors?: boolean
  /** The list that the item belongs to. */
  back?: { href: string; label: string }
  /** Where the page shows its title in another way. */
  isHidden?: boolean
}

/** The title of a staff page, in the browser tab and on the page. */
export function StaffTitle({ title, hasErrors = false, back, isHidden }: Props) {
  return (
    <>
      <title>{`${hasErrors ? 'Error: ' : ''}${title} – Staff area`}</title>
      <meta name="robots" content="noindex" />
      {back && (
        <a className={styles.back} href={back.href}>
          <PreviousIcon />
          {back.label}
        </a>
      )}
      <h1 className={isHidden ? 'visually-hidden' : undefined}>{title.split(reference).map(unbroken)}</h1>
    </>
  )
}

/** Such as FN-2026-0001; a browser would break it after a hyphen. */
const reference = /([A-Z]{2}-\d{4}-\d{4,6})/

function unbroken(part: string, at: number) {
  if (at % 2 === 0) return part
  return (
    <span key={at} className={styles.unbroken}>
      {part}
    </span>
  )
}
