import styles from './cases.module.css'

const reference = /((?:FN|AF|AW|MA)-\d{4}-\d{4,6})/

/** A text with links to the cases that it names, except the one that the page is about. */
export function LinkedReferences({ text, own }: { text: string; own: string }) {
  return text.split(reference).map((part, at) =>
    at % 2 === 0 || part === own ? (
      part
    ) : (
      <a key={at} className={styles.reference} href={`/editor/cases/${part}`}>
        {part}
      </a>
    ),
  )
}
