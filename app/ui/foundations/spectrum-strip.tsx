import { useId } from 'react'
import { lines, shine, window, type Element, type SpectrumLine } from './spectrum.ts'
import styles from './spectrum-strip.module.css'

type Props = {
  element: Element
  scale?: boolean
  /** The height of the plate in pixels. */
  plate?: number
}

/**
 * The emission spectrum of one element as a photographic plate shows it, with its wavelength scale in nanometres on
 * request. Positions are percentages and widths pixels, so that the strip fits any width and its lines stay sharp. It
 * is decoration: it alone conveys no information.
 */
export function SpectrumStrip({ element, scale = false, plate = 14 }: Props) {
  const glow = useId()
  return (
    <svg
      className={styles.strip}
      width="100%"
      height={scale ? plate + 20 : plate}
      aria-hidden="true"
      focusable="false"
    >
      <filter id={glow} filterUnits="userSpaceOnUse" x="0" y="0" width="100%" height={plate}>
        <feGaussianBlur stdDeviation="3 0" result="halo" />
        <feMerge>
          <feMergeNode in="halo" />
          <feMergeNode in="halo" />
          <feMergeNode in="SourceGraphic" />
        </feMerge>
      </filter>
      <rect className={styles.plate} width="100%" height={plate} />
      <g filter={`url(#${glow})`}>
        {(lines[element] as SpectrumLine[]).map(([nanometres, strength]) => (
          <line
            key={nanometres}
            {...across(nanometres)}
            y2={plate}
            stroke={shine(nanometres)}
            strokeWidth={strength > 0.6 ? 2 : 1.25}
            opacity={Number((0.25 + 0.75 * strength).toFixed(2))}
          />
        ))}
      </g>
      {scale && <Scale plate={plate} />}
    </svg>
  )
}

function Scale({ plate }: { plate: number }) {
  return (
    <g className={styles.scale}>
      {[400, 450, 500, 550, 600, 650, 700].map((mark) => (
        <line key={mark} {...across(mark)} y1={plate} y2={plate + (mark % 100 ? 3 : 5)} />
      ))}
      {[400, 500, 600, 700].map((mark) => (
        <text key={mark} x={xOf(mark)} y={plate + 17}>
          {mark}
        </text>
      ))}
    </g>
  )
}

function across(nanometres: number) {
  const x = xOf(nanometres)
  return { x1: x, x2: x }
}

function xOf(nanometres: number) {
  return `${((100 * (nanometres - window.from)) / (window.to - window.from)).toFixed(2)}%`
}
