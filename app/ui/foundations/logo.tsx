const radius = 15

/** Hydrogen's visible lines, H-delta to H-alpha, in the colours of the strip. */
const balmer = [
  { x: -9.6, colour: '#9b62ff' },
  { x: -7.1, colour: '#8a62ff' },
  { x: -2.4, colour: '#00beff' },
  { x: 8.8, colour: '#ff3b30' },
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
      {!compact && <path d={graduation()} stroke="currentColor" strokeWidth="0.8" fill="none" />}
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

function graduation() {
  return Array.from({ length: 36 }, (_, index) => {
    const angle = (index * Math.PI) / 18
    const inner = index % 9 === 0 ? 17 : index % 3 === 0 ? 18.2 : 19.4
    const point = (r: number) => `${(r * Math.sin(angle)).toFixed(2)} ${(-r * Math.cos(angle)).toFixed(2)}`
    return `M${point(inner)}L${point(21)}`
  }).join('')
}
