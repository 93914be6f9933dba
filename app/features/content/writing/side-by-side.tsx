import type { Piece } from '#features/content/compare.ts'
import styles from './side-by-side.module.css'

type Side = { title: string; pieces: Piece[] }

/** One field in two wordings; what only one of them says is marked, for the eye and for the ear. */
export function SideBySide({ label, left, right }: { label: string; left: Side; right: Side }) {
  return (
    <section className={styles.both} aria-label={label}>
      <h3>{label}</h3>
      <Wording side={left} mark="before" />
      <Wording side={right} mark="after" />
    </section>
  )
}

function Wording({ side: { title, pieces }, mark }: { side: Side; mark: 'before' | 'after' }) {
  return (
    <div className={styles.side}>
      <h4>{title}</h4>
      <Words pieces={pieces} mark={mark} />
    </div>
  )
}

/** An older and a newer text lose and gain words; of two texts that are both new, neither loses any. */
const elements = { before: 'del', after: 'ins', yours: 'mark', theirs: 'mark' } as const

export function Words({ pieces, mark }: { pieces: Piece[]; mark: keyof typeof elements }) {
  const Mark = elements[mark]
  if (pieces.length === 0) return <p className={styles.nothing}>Nothing</p>
  return (
    <p className={styles.words} dir="auto">
      {pieces.map(({ text, own }, index) =>
        own ? (
          // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name
          <Mark key={index} className={styles[mark]}>
            {text}
          </Mark>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>{text}</span>
        ),
      )}
    </p>
  )
}
