import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { Column } from '#ui/list/data-table.tsx'
import { EyeIcon } from '#ui/foundations/icons.tsx'
import { type Peek, PeekSheet } from './peek-sheet.tsx'
import styles from './peek-sheet.module.css'

/**
 * Looking at a row without leaving the list: a button in each row, or Space where its link has the focus. Without
 * scripts there is no button, and the link opens the page.
 */
export function usePeek<Row>(rows: Row[], columns: Column<Row>[], peekAt: ((row: Row) => Peek) | undefined) {
  const [isReady, setReady] = useState(false)
  const [at, setAt] = useState<number>()
  const list = useId()
  useEffect(() => setReady(true), [])
  if (!peekAt) return undefined

  const buttons = () => [...document.querySelectorAll<HTMLElement>(`[data-peek-row="${list}"]`)]
  // The row that was read last, which need not be the one it was opened from.
  const close = () => {
    setAt(undefined)
    if (at !== undefined) buttons()[at]?.focus()
  }
  const openBySpace = (event: KeyboardEvent) => {
    const link = event.target as Element
    if (event.key !== ' ' || !link.matches('tbody th a')) return
    const row = link.closest('tr')
    const found = buttons().findIndex((button) => row?.contains(button))
    if (found === -1) return
    event.preventDefault()
    setAt(found)
  }
  const column: Column<Row> = {
    key: 'peek',
    label: 'Preview',
    labelHidden: true,
    // Its width is there from the start, so that no row moves away from under a click.
    cell: (row) => (
      <button
        type="button"
        className={isReady ? styles.open : `${styles.open} ${styles.waiting}`}
        data-peek-row={list}
        title="Preview (Space)"
        aria-label={`Preview ${peekAt(row).title}`}
        onClick={() => setAt(rows.indexOf(row))}
      >
        <EyeIcon />
      </button>
    ),
  }
  const row = at === undefined ? undefined : rows[at]
  const sheet = at !== undefined && row !== undefined && (
    <PeekSheet
      peek={peekAt(row)}
      facts={columns.filter(({ heads }) => !heads).map(({ label, cell }) => ({ label, value: cell(row) }))}
      onPrevious={at > 0 ? () => setAt(at - 1) : undefined}
      onNext={at < rows.length - 1 ? () => setAt(at + 1) : undefined}
      onClose={close}
    />
  )
  return { columns: [...columns, column], openBySpace, sheet }
}
