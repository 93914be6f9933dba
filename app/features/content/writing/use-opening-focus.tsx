import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Someone who opens an entry wants to write: the focus goes to the text, or to the title where there is none. It stays
 * where it is if they were faster, followed a link into the page, or have an error to read. Returns what each editor
 * calls once it is ready.
 */
export function useOpeningFocus(form: RefObject<HTMLFormElement | null>) {
  const isDone = useRef(false)
  useEffect(() => {
    if (!form.current?.querySelector('[aria-busy=true]')) focusOnce(isDone, '#writing textarea')
  }, [form])
  return useCallback(() => focusOnce(isDone, '#writing [contenteditable=true]'), [])
}

function focusOnce(isDone: { current: boolean }, selector: string) {
  if (isDone.current) return
  isDone.current = true
  const isFree = document.activeElement === document.body && location.hash === ''
  if (isFree) document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
}
