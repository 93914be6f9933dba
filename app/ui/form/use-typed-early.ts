import { useLayoutEffect, useState, type RefObject } from 'react'

type Filled = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * What someone types and chooses while the scripts are loading. React takes over the fields but not their content: it
 * overwrites a text area immediately and the others when it renders them again. So the values are recorded as soon as
 * this file loads, and replayed to React as if typed after hydration.
 */
const early = new Map<Filled, string>()
/** Ticked boxes stay ticked. */
const unwritten = new Set(['hidden', 'file', 'submit', 'button', 'checkbox', 'radio'])

if (typeof document !== 'undefined') {
  for (const field of document.querySelectorAll('input, textarea, select')) note(field)
  document.addEventListener('input', onInput, true)
}

function onInput({ target }: Event) {
  note(target)
}

function note(field: unknown) {
  if (!isFilled(field) || unwritten.has(field.type)) return
  if (field.value === defaultOf(field)) early.delete(field)
  else early.set(field, field.value)
}

function isFilled(field: unknown): field is Filled {
  return (
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  )
}

function defaultOf(field: Filled): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

/** For the forms around the given elements, or those forms themselves. */
export function useTypedEarly(...inside: RefObject<HTMLElement | null>[]) {
  const [given] = useState(inside)
  useLayoutEffect(() => {
    document.removeEventListener('input', onInput, true)
    const forms = given.map(({ current }) => current?.closest('form'))
    for (const [field, value] of early)
      if (forms.some((form) => form?.contains(field))) notifyReact(field, value)
    early.clear()
  }, [given])
}

/** React compares with the value that it saw last, so the new one must bypass its own setter. */
function notifyReact(field: Filled, value: string) {
  field.value = defaultOf(field)
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // For a select React listens to another event.
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
}
