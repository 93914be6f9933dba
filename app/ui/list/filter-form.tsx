import { useEffect, useState, type ReactNode } from 'react'
import styles from './filter-form.module.css'

type Props = {
  label: string
  /** Leads to the list without any filter; present if one is set. */
  clearHref?: string | undefined
  /** Parts of the address to preserve besides the choices, such as the order. */
  hiddenFields?: Record<string, string | undefined>
  /** Shows the filtered list below a form that stays as it is, with the focus. */
  apply?: ((form: HTMLFormElement) => void) | undefined
  children: ReactNode
}

/** Long enough to type on, or to pass over a choice with the arrow keys. */
const pauseMs = 700

/**
 * A few choices in a row that filter the list below. The answers go into the address. A choice from a list applies at
 * once. What is typed, or chosen with the keyboard, applies after a pause if the form may stay; otherwise, and without
 * scripts, by the button.
 */
export function FilterForm({ label, clearHref, hiddenFields = {}, apply, children }: Props) {
  const [isPointing, setPointing] = useState(false)
  const [typedInto, setTypedInto] = useState<{ form: HTMLFormElement }>()
  const forget = () => setTypedInto(undefined)
  useEffect(() => {
    if (!typedInto || !apply) return undefined
    const timer = setTimeout(() => {
      setTypedInto(undefined)
      apply(typedInto.form)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typedInto, apply])

  const change = (target: EventTarget, form: HTMLFormElement) => {
    // A choice by mouse or finger is made; with the keyboard one passes over others on the way.
    const isChosen = isPointing && target instanceof HTMLSelectElement
    setTypedInto(isChosen || isTooShort(target) ? undefined : { form })
    if (isChosen && apply) apply(form)
    else if (isChosen) form.requestSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notes whether a choice was made by mouse or by keyboard
    <form
      method="get"
      role="search"
      aria-label={label}
      className={styles.form}
      onPointerDown={() => setPointing(true)}
      onKeyDown={() => setPointing(false)}
      onChange={({ target, currentTarget }) => change(target, currentTarget)}
      onSubmit={forget}
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

/** One letter finds nearly everything, and is rarely the last. */
function isTooShort(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.value.trim().length === 1
}
