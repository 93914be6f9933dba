import type { Piece } from '#features/content/compare.ts'
import styles from './side-by-side.module.css'

type Side = { title: string; pieces: Piece[] }

/** One field in two wordings; what only one of them says is marked, for the eye and for the ear. */
export function SideBySide({ label, left, right }: { label: string; left: Side; right: Side }) {
  return (
    <section className={styles.both} aria-label={label}>
      <h3>{label}</h3>
      <Wording side={left} mark="del" />
      <Wording side={right} mark="ins" />
    </section>
  )
}

function Wording({ side: { title, pieces }, mark: Mark }: { side: Side; mark: 'del' | 'ins' }) {
  return (
    <div className={styles.side}>
      <h4>{title}</h4>
      {pieces.length === 0 ? (
        <p className={styles.nothing}>Nothing</p>
      ) : (
        <p className={styles.words} dir="auto">
          {pieces.map(({ text, own }, index) =>
            // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name
            own ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
          )}
        </p>
      )}
    </div>
  )
}
