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
      <h1 className={isHidden ? 'visually-hidden' : undefined}>{title}</h1>
    </>
  )
}
