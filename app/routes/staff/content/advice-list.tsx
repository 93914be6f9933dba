import type { Advice } from '#features/content/entry/checks.ts'
import styles from './advice-list.module.css'

/** What the checks say about the text, mandatory corrections first. */
export function AdviceList({ advice }: { advice: Advice[] }) {
  if (advice.length === 0) return <p>Nothing needs correcting.</p>
  const ordered = advice.toSorted((one, other) => Number(other.blocks) - Number(one.blocks))
  return (
    <ul className={styles.list}>
      {ordered.map(({ blocks, path, where, sentence }) => (
        <li key={`${path} ${sentence}`} className={blocks ? styles.blocks : undefined}>
          {blocks && <strong>Needs attention: </strong>}
          {path ? <a href={`#${path}`}>{where}</a> : where}: {sentence}
        </li>
      ))}
    </ul>
  )
}
