import { renderToStaticMarkup } from 'react-dom/server'
import { toHex, wavelengthToRgb } from '#ui/foundations/colour.ts'
import { Logo } from '#ui/foundations/logo.tsx'
import {
  accent,
  backgrounds,
  lines,
  window,
  type Element,
  type SpectrumLine,
} from '#ui/foundations/spectrum.ts'
import { measure, pathOf, writable, type TextStyle } from '#routes/endpoints/feeds/text-paths.server.ts'
import { fitText } from './wrap-text.ts'

/** The content of the picture that other sites show beside a link to a page. */
export interface Preview {
  society: string
  title: string
  element: Element
  /** The section of the site, above the title. */
  kicker?: string | undefined
  /** When and where, below the title. */
  detail?: string | undefined
  sample: boolean
}

const size = { width: 1200, height: 630 }
const margin = 84
const inner = size.width - 2 * margin
const plate = { top: 526, height: size.height - 526 }
const colours = {
  paper: backgrounds.light.page,
  ink: '#191b20',
  quiet: '#5a5e66',
  edge: '#7d8188',
  plate: '#0b0d12',
}

const titleLine = 1.14
const kickerStyle: TextStyle = { family: 'sans', size: 27 }
const detailStyle: TextStyle = { family: 'sans', size: 29 }
const scaleStyle: TextStyle = { family: 'sans', size: 15 }

/** The picture as SVG without text elements: every letter is an outline. */
export function drawPreview(preview: Preview): string {
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width={size.width} height={size.height} viewBox="0 0 1200 630">
      <rect width={size.width} height={size.height} fill={colours.paper} />
      <Masthead society={preview.society} />
      <Words {...preview} />
      <Scale />
      <Plate element={preview.element} />
    </svg>,
  )
}

function Masthead({ society }: { society: string }) {
  const style = fitLine(society.toUpperCase(), inner - 90, { family: 'sans', size: 23, spacing: 0.11 })
  return (
    <>
      <g transform={`translate(${margin - 3} 54)`} color={colours.ink}>
        <Logo size={72} />
      </g>
      <Letters at={[margin + 86, 98]} style={style} fill={colours.ink} weight={0.5}>
        {society.toUpperCase()}
      </Letters>
    </>
  )
}

function Words({ title, kicker, detail, element, sample }: Preview) {
  const room = {
    width: inner,
    height: detail ? 238 : 282,
    lineHeight: titleLine,
    maxLines: 4,
    sizes: titleSizes,
  }
  const shown = writable(title, 'serif') || kicker || ''
  const fit = fitText(shown, room, (text) => measure(text, { family: 'serif', size: 1 }))
  const block = fit.lines.length * fit.size * titleLine
  const whole = block + (kicker ? 44 : 0) + (detail ? 56 : 0)
  // Slightly above the middle between masthead and scale looks like the middle.
  const top = 148 + Math.max(0, (plate.top - 62 - 148 - whole) * 0.46)
  const titleTop = top + (kicker ? 44 : 0)
  const mark = sample ? 'Sample' : undefined
  return (
    <>
      {kicker && (
        <Letters at={[margin, top + 24]} style={kickerStyle} fill={accent(element, 'light')} weight={0.7}>
          {[kicker, mark].filter(Boolean).join('  ·  ')}
        </Letters>
      )}
      {fit.lines.map((line, index) => (
        <Letters
          key={index}
          at={[margin - fit.size * 0.03, titleTop + fit.size * (0.86 + index * titleLine)]}
          style={{ family: 'serif', size: fit.size }}
          fill={colours.ink}
          weight={fit.size * 0.006}
        >
          {line}
        </Letters>
      ))}
      {detail && (
        <Letters
          at={[margin, titleTop + block + 44]}
          style={fitLine(detail, inner, detailStyle)}
          fill={colours.quiet}
          weight={0}
        >
          {detail}
        </Letters>
      )}
    </>
  )
}

const titleSizes = [96, 88, 80, 74, 68, 62, 56, 50, 46]

/** Wavelengths in nanometres along the upper edge of the plate, as on a spectroscope. */
function Scale() {
  const ticks = Array.from({ length: 35 }, (_, index) => window.from + 10 * index).filter(
    (nm) => nm > window.from,
  )
  const d = ticks.map((nm) => `M${xOf(nm)} ${plate.top}v-${nm % 50 === 0 ? 13 : 7}`).join('')
  return (
    <>
      <path d={d} stroke={colours.edge} strokeWidth="1.25" />
      {ticks
        .filter((nm) => nm % 50 === 0)
        .map((nm) => (
          <Letters
            key={nm}
            at={[xOf(nm) - measure(String(nm), scaleStyle) / 2, plate.top - 21]}
            style={scaleStyle}
            fill={colours.quiet}
            weight={0}
          >
            {String(nm)}
          </Letters>
        ))}
    </>
  )
}

function Plate({ element }: { element: Element }) {
  return (
    <>
      <rect y={plate.top} width={size.width} height={plate.height} fill={colours.plate} />
      {(lines[element] as SpectrumLine[]).map(([nanometres, strength]) => (
        <SpectralLine key={nanometres} nanometres={nanometres} strength={strength} />
      ))}
    </>
  )
}

const glow = [44, 34, 26, 19, 13, 9]

function SpectralLine({ nanometres, strength }: { nanometres: number; strength: number }) {
  const x = xOf(nanometres)
  const d = `M${x} ${plate.top}v${plate.height}`
  return (
    <g stroke={toHex(wavelengthToRgb(nanometres))}>
      {strength >= 0.3 &&
        glow.map((width) => <path key={width} d={d} strokeWidth={width * strength} opacity={0.045} />)}
      <path d={d} strokeWidth={1.5 + 3 * strength} opacity={strength ** 0.7} />
    </g>
  )
}

/** The fonts have one weight; a hairline around the letters makes them bolder where needed. */
function Letters(props: {
  at: [x: number, y: number]
  style: TextStyle
  fill: string
  weight: number
  children: string
}) {
  const { at, style, fill, weight, children } = props
  const d = pathOf(children, ...at, style)
  if (!d) return null
  return <path d={d} fill={fill} {...(weight > 0 && { stroke: fill, strokeWidth: weight })} />
}

function fitLine(text: string, width: number, style: TextStyle): TextStyle {
  const needed = measure(text, style)
  return needed <= width ? style : { ...style, size: (style.size * width) / needed }
}

function xOf(nanometres: number): number {
  return Number(((size.width * (nanometres - window.from)) / (window.to - window.from)).toFixed(1))
}
