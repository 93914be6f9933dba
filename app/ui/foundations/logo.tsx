const radius = 15

/** Hydrogen's visible lines, H-delta to H-alpha, in the colours of the strip. */
const balmer = [
  { x: -9.6, colour: '#9b62ff' },
  { x: -7.1, colour: '#8a62ff' },
  { x: -2.4, colour: '#00beff' },
  { x: 8.8, colour: '#ff3b30' },
]

const outer = 21
const markWidth = 0.8
const marks = [
  { count: 36, inner: 19.4 },
  { count: 12, inner: 18.2 },
  { count: 4, inner: 17 },
]

/**
 * The emblem: the lines of hydrogen seen through the eyepiece of a spectrometer, inside its graduated circle. The
 * compact one omits the graduation, which would blur at small sizes.
 */
export function Logo({ size = 44, compact = false }: { size?: number; compact?: boolean }) {
  const half = compact ? radius + 0.5 : 22
  return (
    <svg
      width={size}
      height={size}
      viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
      aria-hidden="true"
      focusable="false"
    >
      {!compact && <Graduation />}
      <circle r={radius} fill="#0b0d12" stroke="currentColor" strokeWidth="0.5" />
      {balmer.map(({ x, colour }) => (
        <path key={x} d={chord(x)} stroke={colour} strokeWidth="1.5" />
      ))}
    </svg>
  )
}

function chord(x: number) {
  const half = Math.sqrt((radius - 0.4) ** 2 - x * x).toFixed(2)
  return `M${x}-${half}V${half}`
}

/** Marks around the circle, every ninth and every third longer: each length is one circle with gaps. */
function Graduation() {
  return (
    <g stroke="currentColor" fill="none" strokeDashoffset={markWidth / 2}>
      {marks.map(({ count, inner }) => (
        <circle
          key={count}
          r={(inner + outer) / 2}
          strokeWidth={+(outer - inner).toFixed(1)}
          strokeDasharray={`${markWidth} ${((Math.PI * (inner + outer)) / count - markWidth).toFixed(3)}`}
        />
      ))}
    </g>
  )
}
