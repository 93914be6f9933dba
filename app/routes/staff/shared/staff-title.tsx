import { PreviousIcon } from '#ui/foundations/icons.tsx'
import styles from './staff-title.module.css'

interface Props {
  title: string
  hasErrors?: boolean
  /** The list that the item belongs to. */
  back?: { href: string; label: string }
}

/** The title of a staff page, in the browser tab and on the page. */
export function StaffTitle({ title, hasErrors = false, back }: Props) {
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
      <h1>{title}</h1>
    </>
  )
}
