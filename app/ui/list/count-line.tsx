import { countOf, formatNumber } from '#ui/foundations/numbers.ts'
import styles from './count-line.module.css'

type Props = { page: number; pageSize: number; total: number; one: string; many: string }

/** How much there is, and which part of it this page shows: "26–50 of 1,234 letters". */
export function CountLine(props: Props) {
  const line = countLine(props)
  return line && <p className={styles.count}>{line}</p>
}

export function countLine({ page, pageSize, total, one, many }: Props): string | undefined {
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  if (total === 0) return undefined
  const all = countOf(total, one, many)
  if (total <= pageSize || first > total) return all
  return first === last
    ? `${formatNumber(first)} of ${all}`
    : `${formatNumber(first)}–${formatNumber(last)} of ${all}`
}
