import { formatDay } from '#ui/foundations/dates.ts'
import styles from './bar-plot.module.css'

type Props = {
  /** What the plot shows. */
  label: string
  /** One for each day or month, in order; the label is the day, or the month as in `2026-11`. */
  bars: { label: string; value: number }[]
  unit?: 'day' | 'month'
}

/** A small plot of counts, by day or month. The sentence under it says the same for people who cannot see it. */
export function BarPlot({ label, bars, unit = 'day' }: Props) {
  const max = Math.max(0, ...bars.map(({ value }) => value))
  const all = bars.reduce((sum, { value }) => sum + value, 0)
  const [first, last] = [bars[0], bars.at(-1)]
  const width = 100 / bars.length
  return (
    <figure className={styles.plot}>
      <figcaption>
        {label}
        <span>
          {all === 0
            ? 'None yet'
            : `${all} in total, at most ${max} in one ${unit === 'day' ? 'day' : 'month'}`}
        </span>
      </figcaption>
      <svg viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {bars.map(({ label: day, value }, index) => {
          const height = (30 * value) / Math.max(1, max)
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
          <span>{dateOf(first.label)}</span>
          <span>{dateOf(last.label)}</span>
        </p>
      )}
    </figure>
  )
}

/** `2026-11` is shown as the month, without a day. */
function dateOf(label: string) {
  return label.length === 7 ? formatDay(`${label}-01`).replace(/^1 /, '') : formatDay(label)
}
