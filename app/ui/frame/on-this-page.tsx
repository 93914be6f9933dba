import styles from './on-this-page.module.css'

export type ContentsEntry = { id: string; label: string; children?: ContentsEntry[] }

/** The contents list of a long document; it stays in view in the margin column of a wide screen. */
export function OnThisPage({
  entries,
  label = 'On this page',
}: {
  entries: ContentsEntry[]
  label?: string
}) {
  return (
    <nav className={styles.contents} aria-labelledby="on-this-page" data-contents="">
      <h2 id="on-this-page">{label}</h2>
      <Entries entries={entries} />
    </nav>
  )
}

function Entries({ entries }: { entries: ContentsEntry[] }) {
  return (
    <ol>
      {entries.map(({ id, label, children }) => (
        <li key={id}>
          <a href={`#${id}`}>{label}</a>
          {children && <Entries entries={children} />}
        </li>
      ))}
    </ol>
  )
}
