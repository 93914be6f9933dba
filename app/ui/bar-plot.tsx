import { formatDay } from './dates.ts'
import styles from './bar-plot.module.css'

type Props = {
  /** What the plot shows. */
  label: string
  /** One for each day, in order; the label is the day. */
  bars: { label: string; value: number }[]
}

/** A small plot of counts, day by day. The sentence under it says the same to those who cannot see it. */
export function BarPlot({ label, bars }: Props) {
  const most = Math.max(0, ...bars.map(({ value }) => value))
  const all = bars.reduce((sum, { value }) => sum + value, 0)
  const [first, last] = [bars[0], bars.at(-1)]
  const width = 100 / bars.length
  return (
    <figure className={styles.plot}>
      <figcaption>
        {label}
        <span>{all === 0 ? 'None yet' : `${all} in all, at most ${most} on one day`}</span>
      </figcaption>
      <svg viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {bars.map(({ label: day, value }, index) => {
          const height = (30 * value) / Math.max(1, most)
          return (
            <rect
              key={day}
              x={index * width + width * 0.14}
              width={width * 0.72}
              y={32 - height}
              height={height}
            />
          )
        })}
      </svg>
      {first && last && (
        <p className={styles.days}>
          <span>{formatDay(first.label)}</span>
          <span>{formatDay(last.label)}</span>
        </p>
      )}
    </figure>
  )
}
