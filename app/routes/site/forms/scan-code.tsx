import styles from './fee-panel.module.css'

export interface DrawnCode {
  /** How many modules it is wide and high. */
  size: number
  path: string
}

/** A code to scan. Always dark on light: not every app reads the other way. */
export function ScanCode({ code: { size, path }, label }: { code: DrawnCode; label: string }) {
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
