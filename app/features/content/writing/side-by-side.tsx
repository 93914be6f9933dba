import type { DiffSegment } from '#features/content/text/compare.ts'
import { Words } from './words.tsx'
import styles from './side-by-side.module.css'

type ComparedVersion = { title: string; pieces: DiffSegment[] }

/** One field in an older and a newer version. */
export function SideBySide({
  label,
  left,
  right,
}: {
  label: string
  left: ComparedVersion
  right: ComparedVersion
}) {
  return (
    <section className={styles.both} aria-label={label}>
      <h3>{label}</h3>
      <div className={styles.side}>
        <h4>{left.title}</h4>
        <Words pieces={left.pieces} side="before" />
      </div>
      <div className={styles.side}>
        <h4>{right.title}</h4>
        <Words pieces={right.pieces} side="after" />
      </div>
    </section>
  )
}
