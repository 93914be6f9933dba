import { indianStates } from '#features/people/indian-states.ts'
import type { Counted } from './charts.tsx'
import styles from './state-map.module.css'

const tile = 40
const gap = 4
const columns = 9
const rows = 9

interface Props {
  counts: { value: string; people: number }[]
  hrefFor: (value: string) => string
}

/** India as a map of equal tiles, one for each state and union territory: the more fellows, the stronger its colour. */
export function StateMap({ counts, hrefFor }: Props) {
  const people = new Map(counts.map(({ value, people }) => [value, people]))
  const max = Math.max(1, ...indianStates.map(([name]) => people.get(name) ?? 0))
  const size = (tiles: number) => tiles * (tile + gap) - gap
  return (
    <svg
      className={styles.map}
      viewBox={`0 0 ${size(columns)} ${size(rows)}`}
      role="group"
      aria-label="Fellows by state of India"
    >
      {indianStates.map(([name, code, column, row]) => (
        <Tile
          key={code}
          code={code}
          href={hrefFor(name)}
          count={{ value: name, people: people.get(name) ?? 0 }}
          strength={(people.get(name) ?? 0) / max}
          x={column * (tile + gap)}
          y={row * (tile + gap)}
        />
      ))}
    </svg>
  )
}

interface TileProps {
  code: string
  href: string
  count: Counted
  strength: number
  x: number
  y: number
}

function Tile({ code, href, count: { value, people }, strength, x, y }: TileProps) {
  const label = `${code} ${people}: ${value}`
  const drawing = (
    <>
      <title>{label}</title>
      <rect x={x} y={y} width={tile} height={tile} className={styles.ground} />
      {people > 0 && (
        <rect
          x={x}
          y={y}
          width={tile}
          height={tile}
          className={styles.filled}
          opacity={(0.12 + 0.28 * strength).toFixed(2)}
        />
      )}
      <text x={x + tile / 2} y={y + 17}>
        {code}
        {people > 0 && (
          <>
            {' '}
            <tspan x={x + tile / 2} y={y + 32} className={styles.count}>
              {people}
            </tspan>
          </>
        )}
      </text>
    </>
  )
  if (people === 0) return <g className={styles.empty}>{drawing}</g>
  return (
    <a href={href} aria-label={label}>
      {drawing}
    </a>
  )
}
