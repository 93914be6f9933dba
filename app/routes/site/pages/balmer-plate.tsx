import { toHex, wavelengthToRgb, type Rgb } from '#ui/foundations/colour.ts'
import { lines } from '#ui/foundations/spectrum.ts'
import styles from './balmer-plate.module.css'

/** What the plate shows, in nanometres: from beyond the end of the series to the red. */
const view = { from: 352, to: 700 }
const seriesLimit = 364.604
const highestLevel = 42
const glowWidth = 160

const bright = lines.hydrogen.map(([nanometres, strength]) => ({
  nanometres,
  strength,
  level: levelOf(nanometres),
}))

/** The lines from level n to level 2 that are too faint for the table, by Balmer's formula. */
const faint = Array.from({ length: highestLevel - 7 }, (_, index) => {
  const level = index + 8
  return {
    nanometres: (seriesLimit * level ** 2) / (level ** 2 - 4),
    strength: 0.45 * (7 / level) ** 1.15,
    level,
  }
})

const lastLine = faint.at(-1)!.nanometres

const description =
  'The visible spectrum of hydrogen on a dark plate: a red line at 656 nanometres, a blue-green one at 486, ' +
  'violet ones at 434, 410 and 397, then ever closer and fainter lines up to a limit at 365.'

/** The Balmer series as a spectrograph records it, with the scale of wavelengths below. */
export function BalmerPlate() {
  return (
    <div className={styles.plate} role="img" aria-label={description}>
      <svg className={styles.lines} aria-hidden="true" focusable="false">
        <defs>
          {bright.map((line) => (
            <Profile key={line.level} {...line} />
          ))}
          <linearGradient id="balmer-continuum">
            <stop offset="0" stopColor={violet} stopOpacity="0" />
            <stop offset="1" stopColor={violet} stopOpacity="0.24" />
          </linearGradient>
        </defs>
        <rect width={xOf(lastLine)} height="100%" fill="url(#balmer-continuum)" />
        {faint.map(({ nanometres, strength, level }) => (
          <line
            key={level}
            x1={xOf(nanometres)}
            x2={xOf(nanometres)}
            y2="100%"
            stroke={violet}
            strokeWidth={level < 12 ? 1.25 : 1}
            opacity={strength.toFixed(3)}
          />
        ))}
        {bright.map((line) => (
          <BrightLine key={line.level} {...line} />
        ))}
      </svg>
      <Scale />
    </div>
  )
}

type Known = (typeof bright)[number]

const labelStyles: Record<number, string | undefined> = {
  3: styles.last,
  5: styles.near,
  6: styles.close,
  7: styles.closest,
}

/** Nested, so that its position is relative to the width and its width is in pixels. */
function BrightLine({ nanometres, strength, level }: Known) {
  const core = toHex(overexposed(wavelengthToRgb(nanometres), 0.5))
  return (
    <>
      <svg x={xOf(nanometres)} overflow="visible">
        <rect x={-glowWidth / 2} width={glowWidth} height="100%" fill={`url(#balmer-${level})`} />
        <line y2="100%" stroke={core} strokeWidth={strength > 0.5 ? 2.5 : 1.5} opacity={strength ** 0.6} />
      </svg>
      <svg x={xOf(nanometres)} y="0" overflow="visible" className={labelStyles[level]}>
        <text x="10" y="26" className={styles.wavelength}>
          {nanometres.toFixed(2)}
        </text>
        <text x="10" y="45" className={styles.level}>
          <tspan className={styles.variable}>n</tspan> = {level}
        </text>
      </svg>
    </>
  )
}

/** The light of one line fades to both sides like a Lorentz curve. */
function Profile({ nanometres, strength, level }: Known) {
  const colour = toHex(wavelengthToRgb(nanometres))
  const steps = [-1, -0.6, -0.36, -0.2, -0.11, -0.05, -0.02, 0, 0.02, 0.05, 0.11, 0.2, 0.36, 0.6, 1]
  return (
    <linearGradient id={`balmer-${level}`}>
      {steps.map((step) => (
        <stop
          key={step}
          offset={((step + 1) / 2).toFixed(3)}
          stopColor={colour}
          stopOpacity={(strength * lorentz(step)).toFixed(3)}
        />
      ))}
    </linearGradient>
  )
}

function Scale() {
  const tens = Array.from({ length: 34 }, (_, index) => 360 + index * 10).filter((at) => at < view.to)
  return (
    <svg className={styles.scale} aria-hidden="true" focusable="false">
      {tens.map((at) => (
        <line key={at} x1={xOf(at)} x2={xOf(at)} y2={at % 50 === 0 ? 12 : 6} stroke="currentColor" />
      ))}
      {tens
        .filter((at) => at % 50 === 0)
        .map((at) => (
          <text key={at} x={xOf(at)} y="28" textAnchor="middle" fill="currentColor">
            {at === 400 ? '400 nm' : at}
          </text>
        ))}
    </svg>
  )
}

const violet = toHex(overexposed(wavelengthToRgb(397), 0.2))

function xOf(nanometres: number) {
  return `${((100 * (nanometres - view.from)) / (view.to - view.from)).toFixed(2)}%`
}

function levelOf(nanometres: number) {
  return Math.round(Math.sqrt((4 * nanometres) / (nanometres - seriesLimit)))
}

function lorentz(step: number) {
  const width = 0.06
  const floor = 1 / (1 + (1 / width) ** 2)
  return (0.85 * (1 / (1 + (step / width) ** 2) - floor)) / (1 - floor)
}

/** Closer to white, like an overexposed plate. */
function overexposed(colour: Rgb, share: number): Rgb {
  return colour.map((channel) => channel + (1 - channel) * share) as Rgb
}
