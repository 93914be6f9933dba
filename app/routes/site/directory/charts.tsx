import styles from './charts.module.css'

/** Charts of counts. Each bar leads to the people it counts, and its number is text. */

export interface Counted {
  value: string | number
  people: number
}

interface Props {
  rows: Counted[]
  hrefFor: (value: string | number) => string
}

export function Bars({ rows, hrefFor }: Props) {
  const max = Math.max(1, ...rows.map(({ people }) => people))
  return (
    <ol className={styles.bars}>
      {rows.map(({ value, people }) => (
        <li key={value}>
          <a href={hrefFor(value)}>{value}</a>
          <svg aria-hidden="true" focusable="false">
            <rect width={`${((100 * people) / max).toFixed(2)}%`} height="100%" />
          </svg>
          <span>{people}</span>
        </li>
      ))}
    </ol>
  )
}

/** One for each year; the row can be scrolled on a narrow screen. */
export function Columns({ rows, hrefFor }: Props) {
  const max = Math.max(1, ...rows.map(({ people }) => people))
  return (
    <div className={styles.scroll} role="region" aria-label="Fellows by year of election" tabIndex={0}>
      <ol className={styles.columns}>
        {rows.map(({ value, people }) => (
          <li key={value}>
            <span>{people > 0 && people}</span>
            <svg aria-hidden="true" focusable="false" viewBox="0 0 10 100" preserveAspectRatio="none">
              <rect width="10" y={100 - (100 * people) / max} height={(100 * people) / max} />
            </svg>
            {people > 0 ? <a href={hrefFor(value)}>{value}</a> : <span className={styles.none}>{value}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
