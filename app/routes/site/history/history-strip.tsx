import { markedTitle } from '#features/content/kinds/marked-title.ts'
import { shareOfTime, type HistoryItem } from '#features/content/kinds/history.ts'
import { toHex, wavelengthToRgb } from '#ui/foundations/colour.ts'
import styles from './history-strip.module.css'

/** The light of each kind, in nanometres. */
const light: Record<HistoryItem['kind'], number> = {
  conference: 656,
  activity: 589,
  recipient: 540,
  newsletter: 486,
  'council-term': 440,
}

export function colourOf(kind: HistoryItem['kind']) {
  return toHex(wavelengthToRgb(light[kind]))
}

const zooms = [
  ['1', 'All years'],
  ['3', 'A decade'],
  ['8', 'A few years'],
] as const

interface View {
  from: number
  to: number
}

/** Everything as lines on a dark plate, like a spectrum. The list below the strip has the same links. */
export function HistoryStrip({ items, view }: { items: HistoryItem[]; view: View }) {
  const years = Array.from({ length: view.to - view.from }, (_, at) => view.from + at)
  return (
    <div className={styles.strip}>
      <fieldset>
        <legend>Zoom</legend>
        {zooms.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name="zoom" value={value} defaultChecked={value === '1'} /> {label}
          </label>
        ))}
      </fieldset>
      <div className={styles.window} role="region" aria-label="Timeline" tabIndex={0}>
        <svg className={styles.plate} aria-hidden="true" focusable="false">
          <rect width="100%" height="72" className={styles.dark} />
          {items.map((item) => (
            <Line key={item.id} item={item} view={view} />
          ))}
          {years.map((year) => (
            <Tick key={year} year={year} view={view} />
          ))}
        </svg>
      </div>
    </div>
  )
}

function Line({ item: { kind, title, href, from, to, sample }, view }: { item: HistoryItem; view: View }) {
  const colour = colourOf(kind)
  const isTerm = kind === 'council-term' && to !== undefined
  return (
    <a href={href} tabIndex={-1}>
      <title>{markedTitle(`${title}, ${from.slice(0, 4)}`, sample)}</title>
      {isTerm ? (
        <rect
          x={percent(shareOfTime(from, view))}
          width={percent(shareOfTime(to, view) - shareOfTime(from, view))}
          y="60"
          height="8"
          fill={colour}
          opacity="0.5"
        />
      ) : (
        <svg x={percent(shareOfTime(from, view))} overflow="visible">
          <rect x="-4" width="8" height="72" fill={colour} opacity="0.18" />
          <rect x="-0.75" width="1.5" height="72" fill={colour} />
        </svg>
      )}
    </a>
  )
}

/** Every fifth year has its number at any zoom, the others only where there is room. */
function Tick({ year, view }: { year: number; view: View }) {
  const isFifth = year % 5 === 0
  return (
    <svg x={percent((year - view.from) / (view.to - view.from))} overflow="visible" className={styles.tick}>
      <line y1="72" y2={isFifth ? 80 : 76} />
      <text y="94" className={isFifth ? undefined : styles.close}>
        {year}
      </text>
    </svg>
  )
}

function percent(share: number) {
  return `${(100 * share).toFixed(3)}%`
}
