import styles from './bar-plot.module.css'

type Props = {
  /** What the plot shows, for the ear and as its caption. */
  label: string
  bars: { label: string; value: number }[]
}

/** A small plot of counts over time. The table beside it, for screen readers, says the same. */
export function BarPlot({ label, bars }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const width = 100 / bars.length
  return (
    <figure className={styles.plot}>
      <svg viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {bars.map(({ label, value }, index) => {
          const height = (30 * value) / most
          return (
            <rect
              key={label}
              x={index * width + width * 0.1}
              width={width * 0.8}
              y={31 - height}
              height={height}
            />
          )
        })}
        <line x1="0" x2="100" y1="31.5" y2="31.5" />
      </svg>
      <figcaption>
        {label}: {bars.reduce((sum, { value }) => sum + value, 0)} in all, at most {most} in one
      </figcaption>
    </figure>
  )
}
