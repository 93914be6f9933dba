import { useState, type ReactNode } from 'react'
import styles from './filter-form.module.css'

type Props = {
  label: string
  /** Leads to the list without any filter; present if one is set. */
  clearHref?: string | undefined
  /** Parts of the address to preserve besides the choices, such as the order. */
  hiddenFields?: Record<string, string | undefined>
  children: ReactNode
}

/**
 * A few choices in a row that filter the list below. The answers go into the address. A choice from a list applies at
 * once; everything else, and everything without scripts, by the button.
 */
export function FilterForm({ label, clearHref, hiddenFields = {}, children }: Props) {
  const [isPointing, setPointing] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notes whether a choice was made by mouse or by keyboard
    <form
      method="get"
      role="search"
      aria-label={label}
      className={styles.form}
      onPointerDown={() => setPointing(true)}
      onKeyDown={() => setPointing(false)}
      onChange={({ target, currentTarget }) => {
        // A choice by mouse or finger is made; with the keyboard one passes over others on the way.
        if (isPointing && target instanceof HTMLSelectElement) currentTarget.requestSubmit()
      }}
    >
      {Object.entries(hiddenFields).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      {clearHref && (
        <a className={styles.clear} href={clearHref}>
          Show all
        </a>
      )}
    </form>
  )
}
